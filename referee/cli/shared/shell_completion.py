"""Replace Typer's completion scripts, so that names with blanks or apostrophes complete correctly.

Typer's script for bash does not quote words, and the one for zsh loses apostrophes. The one for fish works.
"""

from __future__ import annotations

from typing import Final

COMPLETION_OPTIONS: Final = ("--install-completion", "--show-completion")

_BASH: Final = r"""
%(complete_func)s() {
    local IFS=$'\n'
    mapfile -t COMPREPLY < <( env COMP_WORDS="${COMP_WORDS[*]}" \
                                  COMP_CWORD=$COMP_CWORD \
                                  %(autocomplete_var)s=complete_bash "$1" )
    # bash quotes what it takes for the name of a file, and nothing else.
    [[ "${COMPREPLY[*]}" == *[^[:alnum:]_.=$'\n'-]* ]] && compopt -o filenames
    return 0
}

complete -o default -F %(complete_func)s %(prog_name)s
"""


# The lines are those that fish reads: what is offered, and behind a tab what it is.
_ZSH: Final = r"""
#compdef %(prog_name)s

%(complete_func)s() {
  local line
  local -a offered shown
  for line in "${(@f)$(env _TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" _TYPER_COMPLETE_FISH_ACTION=get-args \
      %(autocomplete_var)s=complete_fish %(prog_name)s)}"; do
    [[ -n $line ]] || continue
    offered+=("${line%%%%$'\t'*}")
    shown+=("${line/$'\t'/  -- }")
  done
  (( $#offered )) && compadd -l -d shown -a offered || _files
}

compdef %(complete_func)s %(prog_name)s
"""


def install_scripts() -> None:
    """Install completion scripts for bash and zsh that keep a name with a blank as one word."""
    from typer import _completion_shared  # there is no other place to say it

    _completion_shared._completion_scripts.update(bash=_BASH, zsh=_ZSH)

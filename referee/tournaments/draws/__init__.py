"""Drawing the next round from earlier rounds, finding who advances, and finding draws that a correction made
outdated.
"""

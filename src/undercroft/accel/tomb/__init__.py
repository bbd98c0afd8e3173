"""Tomb of Four Kings in native code: the solo game. (The duel is played by the rules alone.)"""

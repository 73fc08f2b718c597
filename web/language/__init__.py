"""Events and reasons in words, for page, voice and command line: gettext, and no Flask but in `locale`."""

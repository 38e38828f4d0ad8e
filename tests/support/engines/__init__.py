"""Three browser engines behind one thin face: the few commands of WebDriver (W3C) that a story needs.

WebKit's driver takes them over HTTP, Firefox itself over a socket (Marionette, what geckodriver translates to; Debian
has no geckodriver), and for Chromium they are said to Playwright. What a person does with them is ``screen.Screen``.
"""

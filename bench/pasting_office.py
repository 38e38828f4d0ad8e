"""Pastes into LibreOffice Writer, for ``pasting``: runs in the Python that has ``uno``, with a LibreOffice at a pipe.

JSON comes in on stdin: a list of {plain, html}. For each goes out {unformatted, formatted, links}: the text of a new
document after 'Paste unformatted text' and after 'Paste', and how many links, pictures and scripts that one has.
"""

import json
import sys
import time

import uno  # pyright: ignore[reportMissingImports]
import unohelper  # pyright: ignore[reportMissingImports]
from com.sun.star.beans import PropertyValue  # pyright: ignore[reportMissingImports]
from com.sun.star.datatransfer import DataFlavor, UnsupportedFlavorException, XTransferable  # pyright: ignore[reportMissingImports]

_TEXT, _HTML = "text/plain;charset=utf-16", "text/html"


class _Copied(unohelper.Base, XTransferable):
    """What a browser offers: both forms of one text."""

    def __init__(self, plain: str, html: str) -> None:
        self._plain, self._html = plain, html

    def getTransferData(self, flavor):
        if flavor.MimeType.startswith(_HTML):
            return uno.ByteSequence(self._html.encode())
        if flavor.MimeType.startswith("text/plain"):
            return self._plain
        raise UnsupportedFlavorException()

    def getTransferDataFlavors(self):
        kinds = ((_TEXT, uno.getTypeByName("string")), (_HTML, uno.getTypeByName("[]byte")))
        return tuple(DataFlavor(name, name, kind) for name, kind in kinds)

    def isDataFlavorSupported(self, flavor):
        return flavor.MimeType.startswith((_HTML, "text/plain"))


def main() -> None:
    context = _connected(sys.argv[1])
    services = context.ServiceManager
    desktop = services.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    clipboard = services.createInstanceWithContext("com.sun.star.datatransfer.clipboard.SystemClipboard", context)
    dispatcher = services.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
    found = []
    for one in json.load(sys.stdin):
        pasted = {}
        for name, command in (("unformatted", ".uno:PasteUnformatted"), ("formatted", ".uno:Paste")):
            hidden = PropertyValue(Name="Hidden", Value=True)
            document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, (hidden,))
            clipboard.setContents(_Copied(one["plain"], one["html"]), None)
            dispatcher.executeDispatch(document.CurrentController.Frame, command, "", 0, ())
            pasted[name] = document.Text.String
            if name == "formatted":
                pasted["extra"] = (
                    document.GraphicObjects.Count + document.TextFields.createEnumeration().hasMoreElements()
                )
                pasted["styles"] = sorted({paragraph.ParaStyleName for paragraph in document.Text})
            document.close(True)
        found.append(pasted)
    json.dump(found, sys.stdout)
    desktop.terminate()


def _connected(pipe: str):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:  # noqa: BLE001  it has not started yet
            time.sleep(0.2)


if __name__ == "__main__":
    main()

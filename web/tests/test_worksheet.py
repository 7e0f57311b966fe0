#!/usr/bin/env python3
"""Worksheets as printers see them: `web/tests/test_worksheet.py [PROGRAM] [PICTURE]`.

Every page of a sheet is one page of paper, on A4 and on letter. A second argument names a file for a picture of the
first page.
"""

import base64
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import Browser

PROGRAM = Path(__file__).resolve().parents[2] / "target" / "release" / "minclue"
# Inches.
PAPER = {"A4": (8.27, 11.69), "letter": (8.5, 11.0)}
SHEETS = {
    "three levels": ["--seed", "3"],
    "for children": ["--sizes", "4,6", "-n", "12", "--seed", "3"],
    "one on a page": ["-n", "2", "--per-page", "1", "--levels", "easy", "--seed", "3"],
    "many on a page": ["-n", "13", "--per-page", "12", "--levels", "easy", "--seed", "3"],
}


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else str(PROGRAM)
    picture = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "sheet.html"
        browser = Browser(sheet)
        for name, options in SHEETS.items():
            subprocess.run([program, "worksheet", *options, "-o", str(sheet)], check=True)
            browser.call("Page.navigate", url="about:blank")
            browser.call("Page.navigate", url=sheet.as_uri())
            browser.until("document.readyState === 'complete' && document.querySelectorAll('section').length > 1")
            n_sections = browser.run("document.querySelectorAll('section').length")
            for paper, (width, height) in PAPER.items():
                pdf = browser.call("Page.printToPDF", paperWidth=width, paperHeight=height, printBackground=True)
                n_pages = len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(pdf["data"])))
                assert n_pages == n_sections, f"{name} on {paper}: {n_pages} pages for {n_sections}"
                print(f"ok: {name} on {paper}, {n_pages} pages")
            if picture is not None and name == "three levels":
                browser.call("Emulation.setEmulatedMedia", media="print")
                browser.size(794, 1123)
                picture.write_bytes(browser.picture(form=picture.suffix[1:]))
                browser.call("Emulation.setEmulatedMedia", media="")
        assert not browser.complaints, browser.complaints
        assert all(url.startswith(("file:", "about:")) for url in browser.addresses), browser.addresses
        browser.close()


if __name__ == "__main__":
    main()

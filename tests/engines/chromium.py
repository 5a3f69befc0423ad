"""Debian's Chromium, driven by Playwright; no browser is downloaded."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

from tests.engines import recipes

# nothing of what a browser does for its user in the background
FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # pages of other sites, which are this machine under another name
    "--host-resolver-rules=MAP *.example 127.0.0.1",
)
# WebGL in software; pages that draw none of it take a seventh less time without
WEBGL = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")


def why_missing() -> str | None:
    return recipes.why_missing("chromium")


@asynccontextmanager
async def browsing(*more: str, draws: bool = False) -> AsyncGenerator[Browser, None]:
    """Start a headless browser, with more flags if need be, for as long as the block runs.

    `draws`: it has WebGL.
    """
    flags = (*FLAGS, *(WEBGL if draws else ("--disable-gpu",)), *more)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=recipes.chromium(), headless=True, args=list(flags)
        )
        try:
            yield browser
        finally:
            await browser.close()

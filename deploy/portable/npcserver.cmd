@"%~dp0python\python.exe" -I -u -X utf8 -m npcserver %*

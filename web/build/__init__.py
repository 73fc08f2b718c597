"""Makes what the page is served with: catalogues, fonts, icons. No part of the wheel."""

// Style sheets are bundled into the page; importing one gives nothing.
declare module '*.css' {}

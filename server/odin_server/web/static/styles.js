"use strict";
/* Loaded before xterm.js, which sets styles in two ways that the Content-Security-Policy forbids
   without 'unsafe-inline': style elements without a nonce, and style attributes. */
(() => {
  const nonce = document.querySelector('meta[name="style-nonce"]').content;
  const createElement = Document.prototype.createElement;
  Document.prototype.createElement = function (name, options) {
    const element = createElement.call(this, name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    // Through the object model the same declarations are allowed.
    if (name === "style") this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
})();

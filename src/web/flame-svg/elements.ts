const svgNamespace = 'http://www.w3.org/2000/svg';
const htmlNamespace = 'http://www.w3.org/1999/xhtml';

type Attributes = Readonly<Record<string, string | number>>;

export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  text = '',
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(svgNamespace, tag);
  setAll(element, attributes);
  if (text !== '') element.textContent = text;
  return element;
}

/** In an SVG document `createElement` would make no HTML element. */
export function htmlElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
): HTMLElementTagNameMap[Tag] {
  const element = document.createElementNS(htmlNamespace, tag) as HTMLElementTagNameMap[Tag];
  setAll(element, attributes);
  return element;
}

export function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
}

/** A word that acts: by pointer, Enter or Space. */
export function textButton(text: string, name: string, press: () => void): SVGTextElement {
  const button = svgElement('text', { class: 'b', role: 'button', tabindex: 0 }, text);
  button.setAttribute('aria-label', name);
  button.addEventListener('click', press);
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    press();
  });
  return button;
}

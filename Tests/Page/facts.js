// What an archive's page shows, as the browser has laid it out: the value of this expression.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const texts = (selector, within) => all(selector, within).map(element => element.textContent);
  const text = selector => texts(selector)[0];
  const colour = value => (value.match(/[\d.]+/g) ?? []).map(Number);
  const isOpaque = value => value !== "transparent" && (colour(value)[3] ?? 1) === 1;

  const behind = element => {
    for (; element; element = element.parentElement) {
      const background = getComputedStyle(element).backgroundColor;
      if (isOpaque(background)) return colour(background);
    }
    return [255, 255, 255];
  };
  const holdsText = element =>
    [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());

  const chart = figure => {
    const svg = figure.querySelector("svg");
    const frame = svg.getBoundingClientRect();
    return {
      left: frame.left,
      right: frame.right,
      marks: all("line", svg).map((line, index) => ({
        y: line.getBoundingClientRect().top,
        number: Number(texts("text.mark", svg)[index].replaceAll(",", "")),
      })),
      columns: all("g", svg).map(group => ({
        name: group.dataset.name,
        title: group.querySelector("title").textContent,
        parts: all("rect:not(.place)", group).map(part => {
          const { left, right, bottom, height } = part.getBoundingClientRect();
          return { state: part.getAttribute("class"), left, right, bottom, height };
        }),
      })),
      rows: all("tbody tr", figure).map(row => texts("th, td", row)),
    };
  };

  return {
    width: document.documentElement.scrollWidth,
    background: colour(getComputedStyle(document.body).backgroundColor),
    active: all("*")
      .filter(element => element.localName === "script"
        || [...element.attributes].some(attribute => attribute.name.startsWith("on")))
      .map(element => element.outerHTML.slice(0, 80)),
    source: text("#source"),
    destination: text("#destination"),
    paths: texts("#failures td:first-child"),
    reasons: texts("#failures td.reason"),
    attempts: texts("#failures td.number"),
    tiles: Object.fromEntries(all(".tiles > div").map(tile =>
      [tile.id.slice("tile-".length), tile.querySelector(".figure").textContent])),
    charts: Object.fromEntries(all("figure").map(figure =>
      [figure.id.slice("files-per-".length), chart(figure)])),
    texts: all("main *")
      .filter(element => holdsText(element) && element.localName !== "title"
        && element.getClientRects().length)
      .map(element => {
        const style = getComputedStyle(element);
        return {
          name: `${element.localName} ${element.textContent.slice(0, 20)}`,
          colour: colour(element instanceof SVGElement ? style.fill : style.color),
          behind: behind(element),
        };
      }),
  };
})()

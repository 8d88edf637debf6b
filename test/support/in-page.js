// Runs in the page: it is evaluated there as text.

/** Texts of a page whose contrast against what they stand on is below so much (WCAG 2.2, 1.4.3). */
function weakTexts(least) {
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element) => {
    if (element === null) return "rgb(255, 255, 255)";
    const ground = getComputedStyle(element).backgroundColor;
    return (channels(ground)[3] ?? 1) === 0 ? groundOf(element.parentElement) : ground;
  };
  const weak = [];
  let seen = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? "";
    if (element === null || text === "" || element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    const ink = element instanceof SVGElement ? style.fill : style.color;
    const [one, other] = [luminance(ink), luminance(groundOf(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    seen += 1;
    if (contrast < least) weak.push(`${contrast.toFixed(2)}: ${text}`);
  }
  return { weak, seen };
}

/** Texts in pictures of a page that are not wholly within them. */
function overflowingTexts() {
  const texts = [...document.querySelectorAll("svg.timeline text")].filter(
    (text) => getComputedStyle(text).display !== "none",
  );
  const overflowing = texts.filter((text) => {
    const box = text.getBoundingClientRect();
    const room = text.closest("svg")?.getBoundingClientRect() ?? new DOMRect();
    return (
      box.left < room.left - 1 ||
      box.right > room.right + 1 ||
      box.top < room.top - 1 ||
      box.bottom > room.bottom + 1
    );
  });
  return { overflowing: overflowing.map((text) => text.textContent ?? ""), seen: texts.length };
}

globalThis.looks = { weakTexts, overflowingTexts };

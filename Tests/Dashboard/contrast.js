// The texts whose contrast with what is behind them is less than `least`, as WCAG 2.2 counts it.
(least) => {
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const brightness = (color) => {
    const [r, g, b] = numbers(color).slice(0, 3).map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if ((numbers(color)[3] ?? 1) > 0.5) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const pale = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (["SCRIPT", "STYLE", "NOSCRIPT", "title"].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const color = element.closest("svg") ? style.fill : style.color;
    const [light, dark] = [brightness(color), brightness(ground(element))].sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < least) pale.push(`${contrast.toFixed(2)} ${texts.currentNode.data.trim()}`);
  }
  return pale;
}

export function scrollFraction({ scrollTop, scrollHeight, clientHeight }: Element): number {
  return scrollTop / Math.max(1, scrollHeight - clientHeight);
}

export function scrollToFraction(element: Element, part: number): void {
  element.scrollTop = part * (element.scrollHeight - element.clientHeight);
}

/**
 * Resolves once what is rendered now stands on the screen; on a page that nobody sees, when somebody does.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

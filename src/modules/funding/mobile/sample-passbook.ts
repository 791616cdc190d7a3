const [WIDTH, HEIGHT] = [960, 600]

/** A picture that says that it is a sample, for the simulated review; null where the browser draws none. */
export function samplePassbook(title: string, lines: readonly string[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.resolve(null)
  const style = getComputedStyle(document.documentElement)
  pen.fillStyle = style.getPropertyValue('--brand-wash')
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = style.getPropertyValue('--ink')
  pen.font = '700 56px sans-serif'
  pen.fillText(title, 60, 120)
  pen.font = '400 40px sans-serif'
  for (const [index, line] of lines.entries()) pen.fillText(line, 60, 220 + index * 80)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

import { randomBytes } from '#client/clock.ts'
import { sampleNumber } from '../model/sample-number.ts'
import type { Side } from '../model/verification.ts'

const WIDTH = 1_200
const HEIGHT = 760

/** Drawn here, of no real kind: a card that anybody sees is a sample. `glare`: one that no check can read. */
export function sampleDocument(side: Side | 'selfie', mark: string, glare: boolean): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const draw = canvas.getContext('2d')!
  draw.fillStyle = glare ? '#fdfdfd' : '#dfe9f2'
  draw.fillRect(0, 0, WIDTH, HEIGHT)
  if (!glare) {
    weave(draw)
    if (side === 'selfie') selfie(draw)
    else lines(draw, side)
    if (side === 'front') portrait(draw)
    stamp(draw, mark)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png'),
  )
}

/** A number that nobody else's sample has, so that it counts as no duplicate. */
export const ownSampleNumber = (): string =>
  sampleNumber(Array.from(randomBytes(10), (byte) => byte % 10).join(''))

function weave(draw: CanvasRenderingContext2D): void {
  draw.lineWidth = 2
  for (let row = 0; row < 60; row++) {
    draw.strokeStyle = row % 2 === 0 ? '#c3d5e4' : '#cfdde8'
    draw.beginPath()
    for (let x = 0; x <= WIDTH; x += 6) draw.lineTo(x, row * 13 + Math.sin((x + row * 37) / 23) * 9)
    draw.stroke()
  }
}

function lines(draw: CanvasRenderingContext2D, side: Side): void {
  draw.fillStyle = '#5f7890'
  const widths = side === 'front' ? [420, 600, 560, 520, 300] : [900, 860, 910, 700, 880, 640]
  widths.forEach((width, place) => {
    for (let x = 80; x < 80 + width; x += 34) draw.fillRect(x, 110 + place * 96, 22 + ((x * 7) % 10), 30)
  })
}

function portrait(draw: CanvasRenderingContext2D): void {
  draw.fillStyle = '#b4c6d6'
  draw.fillRect(860, 150, 260, 330)
  draw.fillStyle = '#8fa6bb'
  draw.beginPath()
  draw.arc(990, 265, 62, 0, Math.PI * 2)
  draw.fill()
  draw.beginPath()
  draw.arc(990, 480, 118, Math.PI, 0)
  draw.fill()
}

function selfie(draw: CanvasRenderingContext2D): void {
  draw.fillStyle = '#8fa6bb'
  draw.beginPath()
  draw.arc(WIDTH / 2, 300, 150, 0, Math.PI * 2)
  draw.fill()
  draw.beginPath()
  draw.arc(WIDTH / 2, HEIGHT + 30, 290, Math.PI, 0)
  draw.fill()
}

function stamp(draw: CanvasRenderingContext2D, mark: string): void {
  draw.save()
  draw.translate(WIDTH / 2, HEIGHT / 2)
  draw.rotate(-0.25)
  draw.font = 'bold 150px sans-serif'
  draw.textAlign = 'center'
  draw.fillStyle = 'rgba(60, 70, 80, 0.55)'
  draw.fillText(mark, 0, 50)
  draw.restore()
}

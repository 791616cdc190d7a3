/** Longest side of a picture, the same as the server keeps (`LIMITS.upload.storedSide` of the platform). */
const MOST_SIDE = 2_560
const QUALITY = 0.92

/**
 * A picture as it leaves the phone: upright, at most 2,560 px a side, without what the camera wrote into the
 * file (place, device). A photo of eight megabytes becomes one of less than one. What the browser cannot read
 * goes as it is: the server says what is wrong with it.
 */
export async function downscaleImage(file: Blob): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, MOST_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    const draw = canvas.getContext('2d')!
    draw.fillStyle = '#fff'
    draw.fillRect(0, 0, canvas.width, canvas.height)
    draw.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return await new Promise<Blob>((resolve) =>
      canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', QUALITY),
    )
  } catch {
    return file
  }
}

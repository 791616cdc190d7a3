/** A file as `checkStatement` takes it: gzip in base64. */
export async function packed(file: Blob): Promise<string> {
  const bytes = new Uint8Array(
    await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
  )
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

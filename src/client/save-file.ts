/**
 * Hands the member a file that was made here, under a name; the browser asks where to, or puts it with the
 * downloads.
 */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

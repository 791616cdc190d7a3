/**
 * A link that may be opened: http or https, on the feed's own host, without a name and password in it. Else
 * null.
 */
export function linkOnHost(link: string | undefined, feed: URL): string | null {
  if (link === undefined || !URL.canParse(link, feed.href)) return null
  const url = new URL(link, feed.href)
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && feed.protocol === 'http:')
  return isWeb &&
    url.host === feed.host &&
    url.username === '' &&
    url.password === '' &&
    url.href.length <= 1_000
    ? url.href
    : null
}

/**
 * Between the app and the network. It keeps the code that makes the app start without a network, and nothing
 * else: no answer of the API ever passes through it, so that no old price, balance or order can be taken for
 * a live one.
 *
 * `scripts/pwa/vite-plugin.ts` builds it into one file of its own and writes in what the first load is made
 * of.
 */
declare const self: ServiceWorkerGlobalScope
/** Addresses of the first load, each with the hash of its content in its name. */
declare const AKARI_SHELL: readonly string[]
/** Names this build among all others. */
declare const AKARI_BUILD: string

const PREFIX = 'akari-app-'
const STORE = PREFIX + AKARI_BUILD
const SHELL_PAGE = '/'
/**
 * A network that has said nothing for so long is none: the app starts from what is kept, and says that it is
 * offline.
 */
const PATIENCE_MS = 4_000

self.addEventListener('install', (event) => {
  event.waitUntil(keep([SHELL_PAGE, ...AKARI_SHELL]).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherBuilds().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && url.pathname === SHELL_PAGE) event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

/** The page tells what it has loaded before the worker was there: its texts, the screens that it showed. */
self.addEventListener('message', (event) => {
  const { keep: urls } = event.data as { keep?: unknown }
  if (!Array.isArray(urls)) return
  event.waitUntil(
    keep(urls.filter((url): url is string => typeof url === 'string' && url.startsWith('/assets/'))).catch(
      () => {},
    ),
  )
})

/** A message has come (modules/inbox/server/push.ts): its kind in words, and how many are unread. */
self.addEventListener('push', (event) => {
  const { title, body, messageId, unread } = event.data!.json() as {
    title: string
    body: string
    messageId: string
    unread: number
  }
  const shown = self.registration.showNotification(title, {
    body,
    tag: messageId,
    data: messageId,
    icon: '/icon-192.png',
  })
  event.waitUntil(Promise.all([shown, self.navigator.setAppBadge?.(unread).catch(() => {})]))
})

/**
 * The browser's maker has given this device another address: the server is told by whoever can, an open page
 * or this.
 */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription: old, newSubscription } = event as ExtendableEvent & {
    oldSubscription?: PushSubscription | null
    newSubscription?: PushSubscription | null
  }
  ;(event as ExtendableEvent).waitUntil(
    (async () => {
      const made =
        newSubscription ?? (old ? await self.registration.pushManager.subscribe(old.options) : null)
      if (old && made) await replaced(old.toJSON(), made.toJSON()).catch(() => {})
      for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage('push-changed', {})
    })(),
  )
})

async function replaced(old: PushSubscriptionJSON, made: PushSubscriptionJSON): Promise<void> {
  const body = JSON.stringify({
    old: { endpoint: old.endpoint, auth: old.keys?.['auth'] },
    endpoint: made.endpoint,
    p256dh: made.keys?.['p256dh'],
    auth: made.keys?.['auth'],
  })
  // A worker has no local storage: nobody's token, and the language of a device that keeps none.
  await fetch('/api/push/devices/replace?lang=jp', {
    method: 'POST',
    headers: { token: '', 'content-type': 'application/json' },
    body,
  })
}

/** Opens the message in the app that is open already, else in a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = `/#/subPackages/message/message?id=${encodeURIComponent(String(event.notification.data))}`
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([open]) => {
      if (open === undefined) return void (await self.clients.openWindow(address))
      await open.navigate(address)
      await open.focus()
    }),
  )
})

async function keep(urls: readonly string[]): Promise<void> {
  const store = await caches.open(STORE)
  const known = new Set((await store.keys()).map(({ url }) => new URL(url).pathname))
  await store.addAll(urls.filter((url) => !known.has(url)))
}

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== STORE).map((name) => caches.delete(name)),
  )
}

/** The newest page where there is a network, the kept one where there is none. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (failure) {
    const kept = await caches.match(SHELL_PAGE, { cacheName: STORE })
    if (kept === undefined) throw failure
    return kept
  }
}

/** A file with the hash of its content in its name never changes: once had, it is not asked for again. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: STORE })
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const store = await caches.open(STORE)
    await store.put(request, answer.clone())
  }
  return answer
}

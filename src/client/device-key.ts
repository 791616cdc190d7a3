import type { Json } from '#kernel/hash.ts'
import { askedFor, commandBytes, SIGNATURE_HEADER } from '#wire/signed.ts'
import { serverNow } from './clock.ts'
import type { Sent } from './request.ts'

/**
 * The key with which this device signs the money commands of its session (security-and-trust 2). The browser
 * made it and gives it to nobody, this page included; who copies the token has no key. It lies under its
 * session's token, so that it cannot be taken for another's.
 */
const STORE = 'device-key'
/** Made, and not yet any session's. */
const UNUSED = ''
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }

export type NewDeviceKey = {
  /** Goes with the request that opens a session: nothing where this browser can make or keep no key. */
  fields: { deviceKey?: string }
  /** Keeps the key once the session is open, before anything is sent in it. */
  keep(token: string): Promise<void>
}

let made: Promise<NewDeviceKey> | null = null

/**
 * A key for the session that is about to be opened: the same one until it is kept, however often the member
 * tries.
 */
export const newDeviceKey = (): Promise<NewDeviceKey> => (made ??= make())

async function make(): Promise<NewDeviceKey> {
  try {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify'])
    // A key that cannot be kept would be lost at the next visit, and the session with it.
    await inStore('readwrite', (store) => store.put(privateKey, UNUSED))
    return {
      fields: { deviceKey: base64url(await crypto.subtle.exportKey('spki', publicKey)) },
      async keep(token) {
        made = null
        await inStore('readwrite', (store) => {
          store.clear()
          return store.put(privateKey, token)
        })
      },
    }
  } catch {
    return { fields: {}, keep: () => Promise.resolve(void (made = null)) }
  }
}

/** The member leaves. */
export const forgetDeviceKey = (): Promise<unknown> =>
  inStore('readwrite', (store) => store.clear()).catch(() => {})

/**
 * The signature of a request in this session, as a header; none where this device has no key for it. Not part
 * of the first load.
 */
export async function signatureOf(
  { method, path, key = '', body }: Sent,
  token: string,
): Promise<Record<string, string>> {
  const privateKey = (await inStore('readonly', (store) => store.get(token)).catch(() => undefined)) as
    | CryptoKey
    | undefined
  if (privateKey === undefined) return {}
  const at = Math.round(serverNow())
  const asked = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(askedFor(body as Json | undefined)),
  )
  const bytes = commandBytes({ method, path: `/api${path}`, key, at }, new Uint8Array(asked))
  return {
    [SIGNATURE_HEADER]: `${at}.${base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes))}`,
  }
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** One request to the browser's own store, once all of its transaction is written. */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open('akari', 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE)
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  try {
    const transaction = db.transaction(STORE, mode)
    const asked = act(transaction.objectStore(STORE))
    return await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    db.close()
  }
}

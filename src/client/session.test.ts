import { beforeEach, expect, test, vi } from 'vitest'
import {
  NAVIGATER_HEIGHT,
  SESSION_FIELDS,
  STORED_KEYS,
  TABBAR_HEIGHT,
  TABBAR_HEIGHT_CLEARED,
} from '#kernel/specification.ts'

/** Specification, chapters 3 and 4: what the store holds, and what of it lies in local storage. */
const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return () => vi.unstubAllGlobals()
})
const store = async () => (await import('./session.ts')).session

test('a device that keeps nothing is a guest’s, in Japanese', async () => {
  const session = await store()
  expect(session.get()).toEqual({
    token: '',
    userId: '',
    userInfo: null,
    locale: '',
    tabbarHeight: TABBAR_HEIGHT,
    navigaterHeight: NAVIGATER_HEIGHT,
    isLogin: false,
  })
  expect(Object.keys(session.get()).toSorted()).toEqual([...SESSION_FIELDS, 'locale'].toSorted())
  const { langOfCalls } = await import('./session.ts')
  expect(langOfCalls()).toBe('jp')
  session.setLocale('fr')
  expect(langOfCalls()).toBe('fr')
})

test('token, userId and userInfo are read at the start', async () => {
  kept
    .set('token', 't')
    .set('userId', 'u')
    .set('userInfo', '{"user_id":"u","level":"core"}')
    .set('locale', 'es')
  expect((await store()).get()).toMatchObject({
    token: 't',
    userId: 'u',
    userInfo: { user_id: 'u', level: 'core' },
    locale: 'es',
    isLogin: true,
  })
})

test.each(['', 'null', '[]', '{"user_id":1}', '{"user', '{}'])(
  'user info that is none is not taken: %s',
  async (text) => {
    kept.set('userInfo', text)
    expect((await store()).get().userInfo).toBeNull()
  },
)

test('every change lies in local storage at once, under the keys of the specification and no other', async () => {
  const session = await store()
  session.start({ token: 't', userId: 'u' })
  session.setUserInfo({ user_id: 'u', level: 'beginner' })
  session.setLocale('en')
  session.setIsLogin(true)
  expect(Object.fromEntries(kept)).toEqual({
    token: 't',
    userId: 'u',
    userInfo: '{"user_id":"u","level":"beginner"}',
    locale: 'en',
    tabbarHeight: TABBAR_HEIGHT,
  })
  expect([...kept.keys()].toSorted()).toEqual([...STORED_KEYS].toSorted())
})

test('setIsLogin sets the flag alone', async () => {
  const session = await store()
  session.setIsLogin(true)
  expect(session.get()).toMatchObject({ isLogin: true, token: '' })
})

test('clearing empties token, userId, userInfo and tabbarHeight in store and storage; the height is then 5.503rem', async () => {
  const session = await store()
  session.setLocale('en')
  session.start({ token: 't', userId: 'u' })
  session.setUserInfo({ user_id: 'u' })
  session.clear()
  expect(session.get()).toMatchObject({
    token: '',
    userId: '',
    userInfo: null,
    isLogin: false,
    tabbarHeight: TABBAR_HEIGHT_CLEARED,
    locale: 'en',
  })
  expect(Object.fromEntries(kept)).toEqual({ locale: 'en' })
})

test('a session that expires takes the member away and leaves the device as it is', async () => {
  const session = await store()
  session.start({ token: 't', userId: 'u' })
  session.expire()
  expect(session.get()).toMatchObject({
    token: '',
    userId: '',
    userInfo: null,
    isLogin: false,
    tabbarHeight: TABBAR_HEIGHT,
  })
  expect(Object.fromEntries(kept)).toEqual({ tabbarHeight: TABBAR_HEIGHT })
})

test('what a member typed waits when their session ends by itself, not when they leave', async () => {
  const session = await store()
  const { waiting } = await import('./session.ts')
  session.expire()
  expect(waiting.get(), 'a guest').toBe(false)
  session.start({ token: 't', userId: 'u' })
  session.expire()
  expect(waiting.get()).toBe(true)
  session.expire()
  expect(waiting.get(), 'told twice').toBe(true)
  session.start({ token: 't2', userId: 'u' })
  expect(waiting.get()).toBe(false)
  session.clear()
  expect(waiting.get()).toBe(false)
})

test('a browser that keeps nothing still has a session as long as the page lives', async () => {
  const refused = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refused, setItem: refused, removeItem: refused })
  const session = await store()
  session.start({ token: 't', userId: 'u' })
  expect(session.get()).toMatchObject({ token: 't', isLogin: true })
})

test('whose pages are open: a guest’s become the member’s, another member’s are not', async () => {
  const session = await store()
  expect(session.start({ token: 't', userId: 'a' })).toBe(false)
  session.expire()
  expect(session.start({ token: 't2', userId: 'a' })).toBe(false)
  session.clear()
  kept.set('token', 't3').set('userId', 'b')
  expect(session.reload()).toBe(true)
  expect(session.reload()).toBe(false)
  expect(session.start({ token: 't4', userId: 'a' })).toBe(true)
})

test('what one member opened is another’s for good when another has come', async () => {
  const session = await store()
  const { watchOwner } = await import('./session.ts')
  const asGuest = watchOwner()
  session.start({ token: 't', userId: 'a' })
  const asFirst = watchOwner()
  session.renew('t2')
  session.clear()
  session.start({ token: 't3', userId: 'a' })
  expect([asGuest(), asFirst()]).toEqual([false, false])
  kept.set('token', 't4').set('userId', 'b')
  session.reload()
  session.start({ token: 't5', userId: 'a' })
  expect([asGuest(), asFirst(), watchOwner()()]).toEqual([true, true, false])
})

import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from './database/connect.ts'
import { testDatabase } from './database/test-database.ts'
import { imageCleaner } from './images.ts'
import { LIMITS } from './limits.ts'
import { runStored } from './engine/check-stored.ts'
import { encryptedImages, imagesCheck, seal, unseal } from './encryption.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.config, { error: () => {} })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const cleaner = imageCleaner(LIMITS.upload)

it('opens only unchanged, with its key, under its own words', () => {
  const key = randomBytes(32)
  const sealed = seal(key, 'a', Buffer.from('picture'))
  expect(unseal(key, 'a', sealed).toString()).toBe('picture')
  expect(sealed.equals(seal(key, 'a', Buffer.from('picture')))).toBe(false)
  expect(() => unseal(randomBytes(32), 'a', sealed)).toThrow()
  expect(() => unseal(key, 'b', sealed)).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => unseal(key, 'a', changed)).toThrow()
  }
})

it('keeps nothing readable in the database, gives a picture back, and loses it with its key', async () => {
  let ids = 0
  const clock = { wall: () => 1_000 }
  const wrapping = randomBytes(32)
  const store = encryptedImages(db, wrapping, clock, () => `image-${++ids}`, cleaner)
  const jpeg = Buffer.from('JPEG canary-of-a-picture')
  const [first, second] = [
    await store.put('m-1', 'identity-front', { jpeg, width: 3, height: 2 }),
    await store.put('m-2', 'identity-front', { jpeg, width: 3, height: 2 }),
  ]

  const { rows } = await db.pool.query<{ wrapped_key: Buffer; sealed: Buffer }>(
    'select wrapped_key, sealed from sealed_images order by id',
  )
  expect(rows.map(({ sealed }) => sealed.includes('canary'))).toEqual([false, false])
  expect(rows[0]!.sealed.equals(rows[1]!.sealed)).toBe(false)

  expect(await store.open(first)).toEqual({
    id: first,
    memberId: 'm-1',
    purpose: 'identity-front',
    width: 3,
    height: 2,
    jpeg,
    at: 1_000,
  })
  await expect(encryptedImages(db, randomBytes(32), clock, () => 'x', cleaner).open(first)).rejects.toThrow()

  // A row put in the place of another's does not open either.
  await db.pool.query(
    'update sealed_images a set sealed = b.sealed, wrapped_key = b.wrapped_key from sealed_images b where a.id = $1 and b.id = $2',
    [second, first],
  )
  await expect(store.open(second)).rejects.toThrow()

  await store.destroyOf('m-1')
  expect(await store.open(first)).toBeNull()
  expect(await store.open('nothing')).toBeNull()
})

it(
  'shows a picture to others with who looks and when across every quarter of it, and keeps it as it was',
  { timeout: 30_000 },
  async () => {
    const store = encryptedImages(db, randomBytes(32), { wall: () => 0 }, () => 'marked-1', cleaner)
    const [width, height] = [900, 600]
    const jpeg = await sharp({ create: { width, height, channels: 3, background: '#e4e8ee' } })
      .jpeg()
      .toBuffer()
    const id = await store.put('m-3', 'identity-front', { jpeg, width, height })
    const marked = (await store.openMarked(id, '審査 2 · 2026/11/21 14:31:40 · 0199'))!
    expect(marked).toMatchObject({ id, memberId: 'm-3', width, height })
    const dark = async (bytes: Buffer) => {
      const { data } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
      const quarters = [0, 0, 0, 0]
      for (let at = 0; at < data.length; at++)
        if (data[at]! < 190) quarters[(at % width < width / 2 ? 0 : 1) + (at < data.length / 2 ? 0 : 2)]!++
      return quarters.map((count) => count / (data.length / 4) > 0.03)
    }
    expect(await dark(marked.jpeg)).toEqual([true, true, true, true])
    expect((await store.open(id))!.jpeg.equals(jpeg)).toBe(true)
    // Other words make another picture: the letters are there, not empty boxes alone.
    expect(
      (await store.openMarked(id, '審査 3 · 2026/11/21 14:31:40 · 0199'))!.jpeg.equals(marked.jpeg),
    ).toBe(false)
    expect(await store.openMarked('nothing', 'x')).toBeNull()
  },
)

it('names a picture that is not what its row says, and one whose key is gone though its member is not', async () => {
  const wrapping = randomBytes(32)
  await db.pool.query('truncate sealed_images')
  const store = encryptedImages(db, wrapping, { wall: () => 0 }, () => 'kept', cleaner)
  const [width, height] = [300, 200]
  const picture = sharp({ create: { width, height, channels: 3, background: '#e4e8ee' } })
  for (const progressive of [false, true]) {
    const jpeg = await picture.clone().jpeg({ progressive }).toBuffer()
    await store.put('m-4', 'chat', { jpeg, width, height })
    const sql = await db.pool.connect()
    const found = async (edit: string) => {
      await sql.query(`begin; ${edit}`)
      const { differences } = await runStored(sql, [imagesCheck(wrapping)])
      await sql.query('rollback')
      return differences.map(({ key, what }) => `${key}: ${what}`)
    }
    const set = (what: string) => found(`update sealed_images set ${what}`)
    const [size, closed, keyless] = [
      'kept: the picture is not as large as its row says',
      'kept: the picture does not open: it is not what was sealed',
      'kept: its key is gone, and its member has never left',
    ]
    expect(await found('select 1')).toEqual([])
    expect(await set('width = width + 1')).toEqual([size])
    expect(await set('height = height - 1')).toEqual([size])
    expect(await set('width = height, height = width')).toEqual([size])
    expect(await set("purpose = 'identity-front'")).toEqual([closed])
    expect(await set("member_id = 'm-5'")).toEqual([closed])
    expect(await set("sealed = sealed || '\\x00'")).toEqual([closed])
    expect(await set('wrapped_key = null')).toEqual([keyless])
    const left =
      "insert into account_closings (member_id, state, requested_at, ended_at) values ('m-4', 'closed', 1, 2)"
    expect(await found(`${left}; update sealed_images set wrapped_key = null, sealed = ''`)).toEqual([])
    sql.release()
    await db.pool.query('truncate sealed_images')
  }
})

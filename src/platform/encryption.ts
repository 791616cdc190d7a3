import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { damaged, eachRow, missing, type StoredCheck } from './engine/check-stored.ts'
import type { Database } from './database/connect.ts'
import type { Clock } from './clock.ts'
import type { Difference } from './engine/difference.ts'
import { jpegSize, type imageCleaner, type Picture } from './images.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Nonce, tag and ciphertext in one piece. `about` is bound to it: opened under other words, it does not open.
 */
export function seal(key: Uint8Array, about: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The bytes that `seal` closed. Throws where a bit, the key or `about` differs. */
export function unseal(key: Uint8Array, about: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

export type EncryptedImage = {
  id: string
  memberId: MemberId
  purpose: string
  width: number
  height: number
  jpeg: Buffer
  at: Ms
}

/**
 * Pictures at rest (security-and-trust 8). Who may see one is the module's affair: it asks `open` and looks
 * at `memberId`.
 */
export type EncryptedImages = {
  /** Puts a cleaned picture away and gives its id. */
  put(memberId: MemberId, purpose: string, picture: Picture): Promise<string>
  /** null: there is none of this id, or it was destroyed. */
  open(id: string): Promise<EncryptedImage | null>
  /**
   * The same with a line across it that says who looks, and when: what others than the owner are shown. Made
   * anew each time, kept nowhere.
   */
  openMarked(id: string, mark: string): Promise<EncryptedImage | null>
  /** The keys of all pictures of a member go, and with them the pictures. */
  destroyOf(memberId: MemberId): Promise<void>
}

export function encryptedImages(
  { kysely }: Pick<Database, 'kysely'>,
  wrapping: Uint8Array,
  clock: Pick<Clock, 'wall'>,
  newId: () => string,
  { clean }: Pick<ReturnType<typeof imageCleaner>, 'clean'>,
): EncryptedImages {
  const images: EncryptedImages = {
    async put(memberId, purpose, { jpeg, width, height }) {
      const id = newId()
      const key = randomBytes(KEY_BYTES)
      const about = aboutOf(id, memberId, purpose)
      await kysely
        .insertInto('sealedImages')
        .values({
          id,
          memberId,
          purpose,
          width,
          height,
          at: Math.floor(clock.wall()),
          wrappedKey: seal(wrapping, about, key),
          sealed: seal(key, about, jpeg),
        })
        .execute()
      return id
    },
    async open(id) {
      const row = await kysely.selectFrom('sealedImages').selectAll().where('id', '=', id).executeTakeFirst()
      if (row === undefined || row.wrappedKey === null) return null
      const { memberId, purpose, width, height, at } = row
      const about = aboutOf(id, memberId, purpose)
      return {
        id,
        memberId,
        purpose,
        width,
        height,
        at,
        jpeg: openSealed(wrapping, about, row.wrappedKey, row.sealed),
      }
    },
    async openMarked(id, mark) {
      const image = await images.open(id)
      if (image === null) return null
      const picture = await clean(image.jpeg, mark)
      // It was made by the same decoder: what it no longer reads is not the member's fault.
      if (!picture.ok) throw new Error(`a picture that was kept could not be marked: ${picture.rejection}`)
      return { ...image, ...picture.value, jpeg: Buffer.from(picture.value.jpeg) }
    },
    async destroyOf(memberId) {
      await kysely
        .updateTable('sealedImages')
        .set({ wrappedKey: null, sealed: Buffer.alloc(0) })
        .where('memberId', '=', memberId)
        .where('wrappedKey', 'is not', null)
        .execute()
    },
  }
  return images
}

const openSealed = (
  wrapping: Uint8Array,
  about: string,
  wrappedKey: Uint8Array,
  sealed: Uint8Array,
): Buffer => unseal(unseal(wrapping, about, wrappedKey), about, sealed)

/**
 * A column that the key `images` seals. `row`: the columns that `about` binds its content to, as SQL;
 * `id` among them.
 */
export type SealedColumn = {
  table: string
  column: string
  row: string
  about: (row: SealedRow) => string
  /** Further columns with hashes by the same key, by which a row is found again. */
  found?: (key: Buffer, row: SealedRow, content: Buffer) => Readonly<Record<string, Buffer | null>>
}
export type SealedRow = {
  id: string
  memberId: string
  purpose: string
  documentType: string
  kana: string
  birthDate: string | null
}

/** The picture's own key is what the server's key wraps: a new one wraps it anew, and the picture stays. */
export const SEALED_PICTURE_KEYS: SealedColumn = {
  table: 'sealed_images',
  column: 'wrapped_key',
  row: 'id, member_id as "memberId", purpose',
  about: ({ id, memberId, purpose }) => aboutOf(id, memberId, purpose),
}

const aboutOf = (id: string, memberId: string, purpose: string): string => `${id}/${memberId}/${purpose}`

declare module './database/connect.ts' {
  interface SqlTables {
    sealedImages: {
      id: string
      memberId: MemberId
      purpose: string
      width: number
      height: number
      wrappedKey: Buffer | null
      sealed: Buffer
      at: Ms
    }
  }
}

/** A picture's row, for whoever checks it; `wrappedKey` null: its key was destroyed. */
export type SealedPicture = {
  key: string
  memberId: MemberId
  purpose: string
  width: number
  height: number
  wrappedKey: Buffer | null
  sealed: Buffer
}
/** Its columns in SQL, of `sealed_images s`. */
export const SEALED_PICTURE = `s.member_id as "memberId", s.purpose, s.width, s.height, s.wrapped_key as "wrappedKey", s.sealed`

/** The picture itself; null where its key was destroyed, or it is not what was sealed. */
export function pictureIn(
  wrapping: Uint8Array,
  { key, memberId, purpose, wrappedKey, sealed }: SealedPicture,
): Buffer | null {
  try {
    return wrappedKey && openSealed(wrapping, aboutOf(key, memberId, purpose), wrappedKey, sealed)
  } catch {
    return null
  }
}

/** null: it opens with the key, and is as large as its row says. */
function wrongOf(wrapping: Uint8Array, row: SealedPicture & { hasLeft: boolean }): string | null {
  if (row.wrappedKey === null) return row.hasLeft ? null : 'its key is gone, and its member has never left'
  const jpeg = pictureIn(wrapping, row)
  if (jpeg === null) return 'the picture does not open: it is not what was sealed'
  const size = jpegSize(jpeg)
  return size?.width === row.width && size.height === row.height
    ? null
    : 'the picture is not as large as its row says'
}

const IMAGES_AT_ONCE = 20
/**
 * Every picture opens with the key and is as large as its row says, and none is missing of those that rows of
 * members name.
 */
export const imagesCheck = (wrapping: Uint8Array): StoredCheck => ({
  tables: ['sealed_images'],
  columns: { sealed_images: ['id', 'member_id', 'purpose', 'width', 'height', 'wrapped_key', 'sealed'] },
  async run(client) {
    const differences: Difference[] = []
    const rows = await eachRow(
      client,
      `select s.id as key, ${SEALED_PICTURE},
        exists (select from account_closings c where c.member_id = s.member_id) as "hasLeft" from sealed_images s`,
      (row: SealedPicture & { hasLeft: boolean }) => {
        const wrong = wrongOf(wrapping, row)
        if (wrong !== null) differences.push(damaged('sealed_images', row.key, wrong))
      },
      IMAGES_AT_ONCE,
    )
    await eachRow(client, NAMED_IMAGES, ({ key }: Pick<SealedPicture, 'key'>) =>
      differences.push(missing('sealed_images', key)),
    )
    return { rows, differences }
  },
})

const NAMED_IMAGES = `select named.id as key from (
    select image_id as id from bank_account_details union select image_id from identity_pictures
    union select front_id from verifications union select back_id from verifications) as named
  where not exists (select from sealed_images where sealed_images.id = named.id)`

import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { createHash, createHmac } from 'node:crypto'
import type { Database } from '#platform/database/connect.ts'
import { dropUnnamed } from '#platform/database/drop-unnamed.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { seal, unseal, type SealedColumn } from '#platform/encryption.ts'
import type { AppContext } from '#modules/module.ts'
import { FACT_FIELDS, type IdentityFacts } from '../model/facts.ts'
import type { ChipFacts } from '../model/chip.ts'
import type { DocumentType, IdentityForm } from '../model/identity-form.ts'
import type { PictureFacts } from '../model/checks.ts'
import type { Side } from '../model/verification.ts'
import { profileList } from './row-lists.ts'
import type { ProfileRow, VerificationRow } from './tables.ts'

/** `facts`: null where they were handed in before anybody was asked. */
export type IdentityDetails = IdentityForm & { facts: IdentityFacts | null }

/** The facts of a row of `identity_details`; all of its columns are filled, or none. */
export const factsOf = (row: Nullable<IdentityFacts>): IdentityFacts | null =>
  row.birthDate === null
    ? null
    : (Object.fromEntries(FACT_FIELDS.map((field) => [field, row[field]])) as IdentityFacts)
type Nullable<T> = { [Key in keyof T]: T[Key] | null }

/** The salted hash that the journal knows of who somebody is: who changes what it says, is found out. */
export const identityHash = ({
  salt,
  name,
  kana,
  documentType,
  idNumber,
  facts,
}: IdentityDetails & { salt: Buffer }): string =>
  createHash('sha256')
    .update(salt)
    .update(JSON.stringify([name, kana, documentType, idNumber, ...factsInOrder(facts)]))
    .digest('hex')
const factsInOrder = (facts: IdentityFacts | null) =>
  facts === null ? [] : FACT_FIELDS.map((field) => facts[field])
/** The same of an appeal's text. */
export const appealTextHash = ({ salt, text }: { salt: Buffer; text: string }): string =>
  createHash('sha256').update(salt).update(text).digest('hex')
/** The purpose for which a picture of this side is sealed. */
export const purposeOf = (side: Side): string => `identity-${side}`
/** The place that the sealed number of a document is bound to. */
export const numberPlace = (id: string, memberId: string): string => `number/${id}/${memberId}`
/** The keyed hash by which the same document is found at another member. */
export const numberHash = (
  key: Buffer,
  { documentType, idNumber }: Pick<IdentityForm, 'documentType' | 'idNumber'>,
): Buffer => createHmac('sha256', key).update(`document\0${documentType}\0${idNumber}`).digest()

/** A reading as it is kept: its facts, the issuer's signature over them (base64), and when it was. */
export type KeptReading = ChipFacts & { signature: string; simulated: boolean; at: Ms }

/** The place that a sealed reading is bound to. */
export const readingPlace = (id: string, memberId: string): string => `chip/${id}/${memberId}`
/** Readings of chips as they are sealed, for a change of the key. */
export const CHIP_READINGS: SealedColumn = {
  table: 'chip_readings',
  column: 'reading_sealed',
  row: 'id, member_id as "memberId"',
  about: ({ id, memberId }) => readingPlace(id, memberId),
}

/** The keyed hash by which the same name and date of birth are found at another member. */
export const personHash = (key: Buffer, kana: string, birthDate: string): Buffer =>
  createHmac('sha256', key).update(`person\0${kana}\0${birthDate}`).digest()
/** Numbers of documents as they are sealed, for a change of the key. */
export const IDENTITY_NUMBERS: SealedColumn = {
  table: 'identity_details',
  column: 'number_sealed',
  row: 'id, member_id as "memberId", document_type as "documentType", kana, birth_date as "birthDate"',
  about: ({ id, memberId }) => numberPlace(id, memberId),
  found: (key, { documentType, kana, birthDate }, idNumber) => ({
    number_hash: numberHash(key, {
      documentType: documentType as DocumentType,
      idNumber: idNumber.toString(),
    }),
    person_hash: birthDate === null ? null : personHash(key, kana, birthDate),
  }),
}

/**
 * The personal data of identities, in SQL. `key` seals numbers and finds the same one again; it lies outside
 * the database.
 */
export function identityStore({ kysely }: Pick<Database, 'kysely'>, key: Buffer) {
  async function read(id: string): Promise<(IdentityDetails & { salt: Buffer; memberId: MemberId }) | null> {
    const row = await kysely.selectFrom('identityDetails').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) return null
    const { memberId, name, kana, documentType, numberSealed, salt } = row
    return {
      memberId,
      name,
      kana,
      documentType,
      salt,
      facts: factsOf(row),
      idNumber: unseal(key, numberPlace(id, memberId), numberSealed).toString(),
    }
  }
  return {
    /**
     * The details of a case as they were handed in. Throws `RowForged` where they are not what the journal
     * has the hash of: whoever writes another name there by SQL would be paid at their own account.
     */
    async detailsOf({ detailsId, detailsHash }: Pick<VerificationRow, 'detailsId' | 'detailsHash'>) {
      const details = await read(detailsId)
      if (details !== null && identityHash(details) !== detailsHash)
        throw new RowForged('identity_details', detailsId)
      return details
    },
    /**
     * Kept under `id` once: a repeat finds what the first try wrote. Answers the salted hash that the journal
     * knows.
     */
    async putDetails(
      id: string,
      memberId: MemberId,
      form: IdentityDetails,
      salt: Buffer,
      at: Ms,
    ): Promise<string> {
      const { name, kana, documentType, idNumber, facts } = form
      await kysely
        .insertInto('identityDetails')
        .values({
          id,
          memberId,
          name,
          kana,
          documentType,
          at,
          salt,
          numberSealed: seal(key, numberPlace(id, memberId), Buffer.from(idNumber)),
          numberHash: numberHash(key, form),
          ...facts,
          personHash: facts === null ? null : personHash(key, kana, facts.birthDate),
        })
        .onConflict((on) => on.column('id').doNothing())
        .execute()
      const kept = (await read(id))!
      return identityHash(kept)
    },
    /** Of a submission that was refused at once nothing is kept. */
    dropDetails: (id: string): Promise<void> =>
      dropUnnamed({ kysely }, 'identity_details.id', id, ['verifications.details_id']),
    /** The newest details of a member but for one submission. */
    async detailsBefore(memberId: MemberId, id: string): Promise<IdentityDetails | null> {
      const row = await kysely
        .selectFrom('identityDetails')
        .select('id')
        .where('memberId', '=', memberId)
        .where('id', '!=', id)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? null : read(row.id)
    },
    async documentTypes(ids: readonly string[]): Promise<Map<string, DocumentType>> {
      if (ids.length === 0) return new Map()
      const rows = await kysely
        .selectFrom('identityDetails')
        .select(['id', 'documentType'])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map(({ id, documentType }) => [id, documentType]))
    },
    /** Verifications that a desk decided since then: who is verified by a sample was so from the start. */
    decidedSince: (since: number) =>
      kysely
        .selectFrom('verifications')
        .select(['frontState', 'backState', 'submittedAt', 'decidedAt'])
        .where('decidedAt', '>=', since)
        .whereRef('decidedAt', '>', 'submittedAt')
        .execute(),
    /** Details of other members with the same document. */
    async sameDocument(
      memberId: MemberId,
      form: IdentityForm,
    ): Promise<{ id: string; memberId: MemberId }[]> {
      return kysely
        .selectFrom('identityDetails')
        .select(['id', 'memberId'])
        .where('numberHash', '=', numberHash(key, form))
        .where('memberId', '!=', memberId)
        .execute()
    },
    /** Details of other members with the same name in kana and date of birth. */
    async samePerson(
      memberId: MemberId,
      { kana, facts }: IdentityDetails,
    ): Promise<{ id: string; memberId: MemberId }[]> {
      if (facts === null) return []
      return kysely
        .selectFrom('identityDetails')
        .select(['id', 'memberId'])
        .where('personHash', '=', personHash(key, kana, facts.birthDate))
        .where('memberId', '!=', memberId)
        .execute()
    },
    /** The chip's reading whose portrait this picture is; null: it is a picture of a document. */
    async readingOf(imageId: string | null): Promise<KeptReading | null> {
      if (imageId === null) return null
      const row = await kysely
        .selectFrom('chipReadings')
        .selectAll()
        .where('id', '=', imageId)
        .executeTakeFirst()
      if (row === undefined) return null
      const { id, memberId, readingSealed } = row
      return JSON.parse(unseal(key, readingPlace(id, memberId), readingSealed).toString()) as KeptReading
    },
    /** The number of readings of a member from a time on. */
    async readingsSince(memberId: MemberId, since: Ms): Promise<number> {
      const rows = await kysely
        .selectFrom('chipReadings')
        .innerJoin('identityPictures', 'identityPictures.imageId', 'chipReadings.id')
        .select('chipReadings.id')
        .where('chipReadings.memberId', '=', memberId)
        .where('identityPictures.at', '>=', since)
        .execute()
      return rows.length
    },
    async putReading(id: string, memberId: MemberId, reading: KeptReading): Promise<void> {
      const readingSealed = seal(key, readingPlace(id, memberId), Buffer.from(JSON.stringify(reading)))
      await kysely.insertInto('chipReadings').values({ id, memberId, readingSealed }).execute()
    },
    async putPicture(imageId: string, memberId: MemberId, facts: PictureFacts, at: Ms): Promise<void> {
      await kysely
        .insertInto('identityPictures')
        .values({ imageId, memberId, at, ...facts })
        .execute()
    },
    /** The newest picture of a side. `since`: none from before then. */
    async newestPicture(memberId: MemberId, side: Side, since = 0): Promise<string | null> {
      const row = await kysely
        .selectFrom('identityPictures')
        .select('imageId')
        .where('memberId', '=', memberId)
        .where('side', '=', side)
        .where('at', '>=', since)
        .orderBy('at', 'desc')
        .orderBy('imageId', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.imageId ?? null
    },
    async pictureOf(imageId: string): Promise<PictureFacts | null> {
      return (
        (await kysely
          .selectFrom('identityPictures')
          .select(['side', 'width', 'height', 'bytes', 'sha256'])
          .where('imageId', '=', imageId)
          .executeTakeFirst()) ?? null
      )
    },
    async appealText(id: string): Promise<string> {
      return (
        (
          await kysely
            .selectFrom('identityAppealTexts')
            .select('text')
            .where('id', '=', id)
            .executeTakeFirst()
        )?.text ?? ''
      )
    },
    async putAppealText(id: string, memberId: MemberId, text: string, salt: Buffer, at: Ms): Promise<string> {
      await kysely
        .insertInto('identityAppealTexts')
        .values({ id, memberId, text, salt, at })
        .onConflict((on) => on.column('id').doNothing())
        .execute()
      const kept = await kysely
        .selectFrom('identityAppealTexts')
        .select(['text', 'salt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return appealTextHash(kept)
    },
    /** Of an appeal that was refused at once nothing is kept. */
    dropAppealText: (id: string): Promise<void> =>
      dropUnnamed({ kysely }, 'identity_appeal_texts.id', id, ['identity_appeals.text_id']),
  }
}
export type IdentityStore = ReturnType<typeof identityStore>

type Profiles = Pick<AppContext, 'db' | 'config'>

/** The answers of a member; null: none were given. Throws `RowForged` where they are not those given. */
export async function profileOf({ db, config }: Profiles, memberId: MemberId): Promise<ProfileRow | null> {
  const [profile] = await profileList(config).ofAny(db.kysely, memberId, 'profile')
  return profile ?? null
}

export async function putProfile({ db, config }: Profiles, row: ProfileRow): Promise<void> {
  const list = profileList(config)
  await db.kysely.transaction().execute(async (trx) => {
    await list.begin(trx, row.memberId)
    await list.change(trx, row.memberId, 'profile', async () => {
      await trx
        .insertInto('investorProfiles')
        .values(row)
        .onConflict((on) => on.column('memberId').doUpdateSet(row))
        .execute()
      return { put: [row] }
    })
  })
}

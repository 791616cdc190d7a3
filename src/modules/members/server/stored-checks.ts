import { hash } from 'node:crypto'
import { damaged, eachRow, hashedRows, missing, type StoredCheck } from '#platform/engine/check-stored.ts'
import type { Difference } from '#platform/engine/difference.ts'
import { pictureIn, SEALED_PICTURE, unseal, type SealedPicture } from '#platform/encryption.ts'
import type { IdentityForm } from '../model/identity-form.ts'
import type { PictureFacts } from '../model/checks.ts'
import { FACT_FIELDS, type IdentityFacts } from '../model/facts.ts'
import {
  appealTextHash,
  factsOf,
  identityHash,
  numberHash,
  numberPlace,
  personHash,
  purposeOf,
  readingPlace,
} from './queries.ts'

type DetailsRow = Omit<IdentityForm, 'idNumber'> & {
  [Field in keyof IdentityFacts]: IdentityFacts[Field] | null
} & { key: string; memberId: string; numberSealed: Buffer; salt: Buffer }

const FACT_COLUMNS = FACT_FIELDS.map((field) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** The identity of `v` is there: what the journal has erased is not missed. */
const NOT_ERASED = '(v.erased_at is null or v.submitted_at > v.erased_at)'

/**
 * The details of identities, and the texts of appeals: the journal has a hash of each. `key` opens numbers of
 * documents.
 */
export const identityChecks = (key: Buffer): StoredCheck[] => [
  hashedRows({
    table: 'identity_details',
    columns: ['id', 'member_id', 'name', 'kana', 'document_type', 'number_sealed', 'salt', ...FACT_COLUMNS],
    sql: `select v.details_id as key, v.details_hash as said, d.id is not null and d.member_id = v.member_id as present,
      d.member_id as "memberId", d.name, d.kana, d.document_type as "documentType",
      d.number_sealed as "numberSealed", d.salt, d.birth_date as "birthDate", d.postal_code as "postalCode",
      d.address, d.occupation, d.purpose
      from verifications v left join identity_details d on d.id = v.details_id
      where ${NOT_ERASED}`,
    hash: ({ key: id, memberId, numberSealed, ...form }: DetailsRow) =>
      identityHash({
        ...form,
        facts: factsOf(form),
        idNumber: unseal(key, numberPlace(id, memberId), numberSealed).toString(),
      }),
  }),
  numbersCheck(key),
  hashedRows({
    table: 'identity_appeal_texts',
    columns: ['id', 'member_id', 'text', 'salt'],
    sql: `select a.text_id as key, a.text_hash as said, t.id is not null and t.member_id = a.member_id as present, t.text, t.salt
      from identity_appeals a left join identity_appeal_texts t on t.id = a.text_id
      left join verifications v on v.member_id = a.member_id where a.filed_at > coalesce(v.erased_at, -1)`,
    hash: appealTextHash,
  }),
  picturesCheck(key),
  readingsCheck(key),
]

type NumberRow = Pick<
  DetailsRow,
  'key' | 'memberId' | 'documentType' | 'numberSealed' | 'kana' | 'birthDate'
> & { found: Buffer; person: Buffer | null }

/** The hashes by which a document and a person are found at another member are those of the row. */
const numbersCheck = (key: Buffer): StoredCheck => ({
  tables: ['identity_details'],
  columns: { identity_details: ['number_hash', 'person_hash'] },
  async run(client) {
    const differences: Difference[] = []
    const rows = await eachRow(
      client,
      `select id as key, member_id as "memberId", document_type as "documentType",
        number_sealed as "numberSealed", number_hash as found, kana, birth_date as "birthDate",
        person_hash as person from identity_details`,
      (row: NumberRow) => {
        if (!isFoundAgain(key, row))
          differences.push(damaged('identity_details', row.key, 'its number is not found again by its hash'))
        if (!isPersonFoundAgain(key, row))
          differences.push(damaged('identity_details', row.key, 'its person is not found again by the hash'))
      },
    )
    return { rows, differences }
  },
})

const isPersonFoundAgain = (key: Buffer, { kana, birthDate, person }: NumberRow): boolean =>
  birthDate === null || person === null
    ? birthDate === null && person === null
    : personHash(key, kana, birthDate).equals(person)

function isFoundAgain(key: Buffer, row: NumberRow): boolean {
  try {
    const idNumber = unseal(key, numberPlace(row.key, row.memberId), row.numberSealed).toString()
    return numberHash(key, { documentType: row.documentType, idNumber }).equals(row.found)
  } catch {
    return false
  }
}

type ReadingRow = { key: string; memberId: string; sealed: Buffer; of: string | null }

/** Readings of chips open, and each is of the picture and the member whose portrait it has. */
const readingsCheck = (key: Buffer): StoredCheck => ({
  tables: ['chip_readings'],
  columns: { chip_readings: ['id', 'member_id', 'reading_sealed'] },
  async run(client) {
    const differences: Difference[] = []
    const rows = await eachRow(
      client,
      `select r.id as key, r.member_id as "memberId", r.reading_sealed as sealed, p.member_id as of
        from chip_readings r left join identity_pictures p on p.image_id = r.id`,
      (row: ReadingRow) => {
        if (!opens(key, row) || row.of !== row.memberId)
          differences.push(damaged('chip_readings', row.key, 'the reading is not the one that was kept'))
      },
    )
    return { rows, differences }
  },
})

function opens(key: Buffer, { key: id, memberId, sealed }: ReadingRow): boolean {
  try {
    unseal(key, readingPlace(id, memberId), sealed)
    return true
  } catch {
    return false
  }
}

type FactsRow = SealedPicture & { of: string; facts: PictureFacts }

/** The figures of identity pictures, by which the published checks decide, are those of the pictures. */
const picturesCheck = (key: Buffer): StoredCheck => ({
  tables: ['identity_pictures'],
  columns: { identity_pictures: ['image_id', 'member_id', 'side', 'sha256', 'bytes', 'width', 'height'] },
  async run(client) {
    const differences: Difference[] = []
    const rows = await eachRow(
      client,
      `select s.id as key, ${SEALED_PICTURE}, p.member_id as of, json_build_object(
          'side', p.side, 'width', p.width, 'height', p.height, 'bytes', p.bytes, 'sha256', p.sha256) as facts
        from identity_pictures p join sealed_images s on s.id = p.image_id`,
      (row: FactsRow) => {
        if (!areOf(row, pictureIn(key, row)))
          differences.push(damaged('identity_pictures', row.key, 'the row does not say what its picture is'))
      },
      PICTURES_AT_ONCE,
    )
    await eachRow(client, WITHOUT_FACTS, ({ key: id }: { key: string }) =>
      differences.push(missing('identity_pictures', id)),
    )
    return { rows, differences }
  },
})
const PICTURES_AT_ONCE = 20
const WITHOUT_FACTS = `select named.id as key from (
    select front_id as id from verifications v where ${NOT_ERASED}
    union select back_id from verifications v where ${NOT_ERASED}) as named
  where not exists (select from identity_pictures p where p.image_id = named.id)`

/** Of a picture that was destroyed, or does not open, its row alone is left. */
const areOf = ({ of, facts, memberId, purpose, width, height }: FactsRow, jpeg: Buffer | null): boolean =>
  of === memberId &&
  purposeOf(facts.side) === purpose &&
  facts.width === width &&
  facts.height === height &&
  (jpeg === null || (facts.bytes === jpeg.length && facts.sha256 === hash('sha256', jpeg)))

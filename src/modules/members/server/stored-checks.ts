import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'
import { unseal } from '#platform/encryption.ts'
import type { IdentityForm } from '../model/identity-form.ts'
import { appealTextHash, identityHash, numberPlace } from './queries.ts'

type DetailsRow = Omit<IdentityForm, 'idNumber'> & {
  key: string
  memberId: string
  numberSealed: Buffer
  salt: Buffer
}

/**
 * The details of identities, and the texts of appeals: the journal has a hash of each. `key` opens numbers of
 * documents.
 */
export const identityChecks = (key: Buffer): StoredCheck[] => [
  hashedRows({
    table: 'identity_details',
    sql: `select v.details_id as key, v.details_hash as said, d.id is not null and d.member_id = v.member_id as present,
      d.member_id as "memberId", d.name, d.kana, d.document_type as "documentType",
      d.number_sealed as "numberSealed", d.salt
      from verifications v left join identity_details d on d.id = v.details_id`,
    hash: ({ key: id, memberId, numberSealed, ...form }: DetailsRow) =>
      identityHash({ ...form, idNumber: unseal(key, numberPlace(id, memberId), numberSealed).toString() }),
  }),
  hashedRows({
    table: 'identity_appeal_texts',
    sql: `select a.text_id as key, a.text_hash as said, t.id is not null and t.member_id = a.member_id as present, t.text, t.salt
      from identity_appeals a left join identity_appeal_texts t on t.id = a.text_id`,
    hash: appealTextHash,
  }),
]

import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'
import { unseal } from '#platform/encryption.ts'
import { appealTextHash, detailsHash, numberPlace, type LoanDetails } from './queries.ts'

type DetailsRow = Omit<LoanDetails, 'idNumber'> & { key: string; numberSealed: Buffer }

/**
 * The applicants' details and their texts: the journal has a hash of each. `key` opens numbers of documents.
 */
export const loanChecks = (key: Buffer): StoredCheck[] => [
  hashedRows({
    table: 'loan_details',
    columns: ['id', 'member_id', 'name', 'address', 'contact', 'email', 'number_sealed', 'salt'],
    sql: `select l.id as key, l.details_hash as said, d.id is not null and d.member_id = l.member_id as present,
      d.member_id as "memberId", d.name, d.address, d.contact, d.email, d.number_sealed as "numberSealed", d.salt
      from loans l left join loan_details d on d.id = l.id`,
    hash: ({ key: id, numberSealed, ...form }: DetailsRow) =>
      detailsHash({
        ...form,
        idNumber: unseal(key, numberPlace(id, form.memberId), numberSealed).toString(),
      }),
  }),
  hashedRows({
    table: 'loan_appeal_texts',
    columns: ['id', 'member_id', 'text', 'salt'],
    sql: `select a.text_id as key, a.text_hash as said, t.id is not null and t.member_id = a.member_id as present, t.text, t.salt
      from loan_appeals a left join loan_appeal_texts t on t.id = a.text_id`,
    hash: appealTextHash,
  }),
]

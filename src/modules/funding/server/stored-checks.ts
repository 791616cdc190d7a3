import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'
import { detailsHash, senderHash } from './details.ts'

/**
 * Bank details of a payout against their hash: another number in this row would send money elsewhere. What
 * the journal has erased is not missed.
 */
export const accountDetailsCheck: StoredCheck = hashedRows({
  table: 'bank_account_details',
  columns: [
    'account_id',
    'member_id',
    'holder',
    'bank_code',
    'branch_code',
    'type',
    'number',
    'image_id',
    'salt',
  ],
  sql: `select a.id as key, a.details_hash as said, d.account_id is not null and d.member_id = a.member_id as present,
    d.account_id as "accountId", d.member_id as "memberId", d.holder, d.bank_code as "bankCode",
    d.branch_code as "branchCode", d.type, d.number, d.image_id as "imageId", d.salt
    from bank_accounts a left join bank_account_details d on d.account_id = a.id
    left join account_closings c on c.member_id = a.member_id where a.added_at > coalesce(c.erased_at, -1)`,
  hash: detailsHash,
})

/** The account of a sender against what two people signed. */
export const senderDetailsCheck: StoredCheck = hashedRows({
  table: 'refund_details',
  columns: ['hash', 'line_id', 'holder', 'bank_code', 'branch_code', 'type', 'number', 'salt'],
  sql: `select r.id as key, r.details_hash as said, d.hash is not null as present, d.line_id as "lineId", d.holder,
    d.bank_code as "bankCode", d.branch_code as "branchCode", d.type, d.number, d.salt
    from refunds r left join refund_details d on d.hash = r.details_hash`,
  hash: senderHash,
})

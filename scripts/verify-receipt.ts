/*
 * Checks an execution receipt that the app has saved: node scripts/verify-receipt.ts FILE
 * The exchange's own rules (src/rooms/venue/model/match.ts) are run again on the book of the receipt. Needs this directory and Node 24.
 */
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { receiptText, type ReceiptView } from '../src/rooms/orders/contract.ts'
import { boardIn, fromMid, RECEIPT_CHECKS, rerun } from '../src/rooms/venue/model/receipt.ts'

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('usage: node scripts/verify-receipt.ts FILE')
  process.exit(2)
}
const view = JSON.parse(readFileSync(source, 'utf8')) as ReceiptView
if (view.receipt === null || view.scene === null) {
  console.error('The text of this receipt was lost: there is nothing to run again.')
  process.exit(3)
}
const { receipt, scene, fills, wrong, isOfTheseRules } = rerun({ digest: view.digest, receipt: view.receipt, scene: view.scene })
const NAMES = { digest: 'the receipt is the one of its digest', scene: 'the book is the one that it names', order: 'the order stands in the book', match: 'the same match gives the same fills' }
for (const check of RECEIPT_CHECKS) console.log(`${wrong.includes(check) ? 'WRONG' : 'ok   '} ${NAMES[check]}`)
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: view.publicKey }, format: 'jwk' })
const isSigned = verify(null, Buffer.from(receiptText(view.digest)), key, Buffer.from(view.signature, 'base64url'))
console.log(`${isSigned ? 'ok   ' : 'WRONG'} the house has signed it`)
if (!isOfTheseRules) console.log(`      it was made under rules ${receipt.rules}; another outcome may be theirs`)
const away = fromMid(receipt, boardIn(scene))
console.log(`${receipt.code} ${receipt.order.side} ${fills.map(([price, quantity]) => `${quantity} at ${price / 10}`).join(', ')} yen, ${away === null ? 'no middle' : `${away / 10} yen from the middle`}, record ${view.seq ?? 'unknown'} of the journal`)
process.exit(wrong.length === 0 && isSigned ? 0 : 1)

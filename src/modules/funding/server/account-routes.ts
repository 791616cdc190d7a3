import { no, type Refusal } from '#kernel/result.ts'
import type { OutputOf } from '#wire/route.ts'
import { ownId } from '#platform/own-id.ts'
import { NotFound, on, type RouteHandler, type Request, type UploadHandler } from '#modules/module.ts'
import { APPEAL_TEXT, isAppealText } from '#modules/staff/model/appeal.ts'
import * as contract from '../contract.ts'
import { MOST_ACCOUNTS, readAccount, REST_MS } from '../model/bank-account.ts'
import { zenginName } from '../model/kana.ts'
import { HOUR } from '#kernel/time.ts'
import type { appealAccountCommand } from './account-appeals.ts'
import { accountsOf, type addAccountCommand, type removeAccountCommand } from './accounts.ts'
import { detailsHash } from './details.ts'
import {
  accountAppealsOf,
  addDetails,
  detailsOf,
  detailsOfMember,
  dropAppealText,
  dropDetails,
  keepAppealText,
} from './queries.ts'
import type { FundingDeps } from './deps.ts'
import { bankAccounts, type AccountDetailsRow } from './tables.ts'
import { accountView } from './views.ts'
import { callerOf } from './caller.ts'

export type AccountCommands = {
  add: ReturnType<typeof addAccountCommand>
  remove: ReturnType<typeof removeAccountCommand>
  appeal: ReturnType<typeof appealAccountCommand>
}
export const PASSBOOK = 'passbook'

/** Accounts at banks: the list, the form, the search in the Zengin list. */
export function accountRoutes(deps: FundingDeps, commands: AccountCommands): RouteHandler[] {
  const { context, verifiedName, banks } = deps
  return [
    on(contract.listBankAccounts, async ({ caller }) => {
      const { memberId } = caller
      const [details, name, appeals] = await Promise.all([
        detailsOfMember(context.db, memberId),
        verifiedName(memberId),
        accountAppealsOf(context.db, memberId),
      ])
      const rows = accountsOf(context.engine.read, memberId).flatMap((row) => {
        const known = details.get(row.id)
        return known === undefined
          ? []
          : [accountView(row, known, appeals.get(row.id), context.clock.confirmed())]
      })
      return {
        accounts: rows,
        holder: name === null ? null : (zenginName(name)?.normalize('NFKC') ?? name),
        most: MOST_ACCOUNTS,
        restHours: REST_MS / HOUR,
      }
    }),
    on(contract.addBankAccount, (request) => addAccount(deps, commands, request)),
    on(contract.removeBankAccount, async (request) => {
      const { params, key } = request
      const row = context.engine.read.of(bankAccounts).get(params.id)
      const isRepeat = await context.engine.hasIdempotencyKey(request.caller.memberId, key)
      if (!isRepeat && (row?.memberId !== request.caller.memberId || row.state === 'removed'))
        return no('BANK_ACCOUNT_NOT_FOUND')
      const proof = await deps.identity.proveStepUp(request, 'bank-account.remove', { id: params.id })
      if (!proof.ok) return proof
      const { result } = await context.engine.submit(
        commands.remove,
        { accountId: params.id },
        callerOf(request),
      )
      return result.ok ? result.answer : result
    }),
    on(contract.appealBankAccount, async (request) => {
      const { params, input, caller, key } = request
      const { memberId } = caller
      const details = await detailsOf(context.db, params.id)
      if (details?.memberId !== memberId) return no('BANK_ACCOUNT_NOT_FOUND')
      if (!isAppealText(input.text)) return no('APPEAL_TEXT', APPEAL_TEXT)
      const textId = await keepAppealText(context.db, {
        id: ownId('account-appeal', memberId, key),
        memberId,
        text: input.text.trim(),
      })
      const { result } = await context.engine.submit(
        commands.appeal,
        { accountId: params.id, textId },
        callerOf(request),
      )
      if (!result.ok) {
        await dropAppealText(context.db, textId)
        return result
      }
      return accountView(
        context.engine.read.of(bankAccounts).get(params.id)!,
        details,
        (await accountAppealsOf(context.db, memberId)).get(params.id),
        context.clock.confirmed(),
      )
    }),
    on(contract.findBanks, ({ query }) => banks.banks(query.query ?? '')),
    on(contract.findBranches, async ({ params, query }) => {
      const found = await banks.branches(params.bank, query.query ?? '')
      if (found === null) throw new NotFound('bank')
      return found
    }),
  ]
}

/**
 * The form is read outside the engine, for it is personal; the command gets the id and the salted hash. A
 * repeat of the key finds what it made.
 */
async function addAccount(
  { context, identity, verifiedName: nameOf, banks }: FundingDeps,
  commands: AccountCommands,
  request: Request<typeof contract.addBankAccount>,
): Promise<Refusal | OutputOf<typeof contract.addBankAccount>> {
  const {
    input: { transactionPassword: _password, proof: _proof, oneTimeCode: _code, ...typed },
    caller,
    key,
  } = request
  const { memberId } = caller
  const [verifiedName, names, image] = await Promise.all([
    nameOf(memberId),
    banks.names(typed.bankCode, typed.branchCode),
    typed.imageId === undefined ? null : context.images.open(typed.imageId),
  ])
  const hasImage = image?.memberId === memberId && image.purpose === PASSBOOK
  const read = readAccount(typed, { verifiedName, ...names, hasImage })
  if (!read.ok) return read
  const proof = await identity.proveStepUp(request, 'bank-account.add', typed)
  if (!proof.ok) return proof
  const accountId = ownId('bank-account', memberId, key)
  const { bankCode, branchCode, type, imageId } = typed
  const details: AccountDetailsRow = {
    accountId,
    memberId,
    ...read.value,
    bankCode,
    branchCode,
    type,
    bankName: names.bankName!,
    branchName: names.branchName!,
    imageId: imageId!,
    salt: Buffer.from(context.ids.bytes(16)),
  }
  const standing = accountsOf(context.engine.read, memberId).map(({ id }) => id)
  const known = await detailsOfMember(context.db, memberId)
  const isKnown = standing.some((id) => id !== accountId && isSameAccount(known.get(id), details))
  if (isKnown) return no('BANK_ACCOUNT_KNOWN')
  await addDetails(context.db, details)
  const kept = (await detailsOf(context.db, accountId))!
  const { result } = await context.engine.submit(
    commands.add,
    { accountId, detailsHash: detailsHash(kept) },
    callerOf(request),
  )
  if (!result.ok) {
    await dropDetails(context.db, accountId)
    return result
  }
  return accountView(
    context.engine.read.of(bankAccounts).get(accountId)!,
    kept,
    undefined,
    context.clock.confirmed(),
  )
}

const isSameAccount = (one: AccountDetailsRow | undefined, other: AccountDetailsRow): boolean =>
  one?.bankCode === other.bankCode &&
  one.branchCode === other.branchCode &&
  one.type === other.type &&
  one.number === other.number

/** The picture of a passbook or cash card: put away sealed, for a reviewer and its member alone. */
export const passbookUpload = ({ context, verifiedName }: FundingDeps): UploadHandler => ({
  purpose: PASSBOOK,
  take: async ({ memberId }, picture) =>
    (await verifiedName(memberId)) === null
      ? no('IDENTITY_REQUIRED')
      : { id: await context.images.put(memberId, PASSBOOK, picture) },
  show: async ({ memberId }, id) => {
    const image = await context.images.open(id)
    return image?.memberId === memberId && image.purpose === PASSBOOK ? image.jpeg : null
  },
})

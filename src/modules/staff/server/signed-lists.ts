import { hash } from 'node:crypto'
import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { isPower, powerOf, type PowerName } from '#registry/powers.ts'
import { listText, MOST_LINES, SIGNED_WITHIN, treeOf, type ListHead } from '../model/signed-list.ts'
import { approvalIdOf, isTheirs } from './act.ts'
import { rolesOf } from './held-roles.ts'
import type { PasskeyAnswer, PasskeySite } from './passkey-answer.ts'
import { operators, signedLists, type ListLine, type RefusedLine } from './tables.ts'

/** A list as it was laid out, with its signature: a passkey's answer, or the server's of a demo operator. */
export type SignList = {
  operatorId: string
  power: PowerName
  askedAt: Ms
  requests: readonly ListLine[]
  signature: string
  passkey?: PasskeyAnswer
}

export const requestIdsOf = ({ power, requests }: Pick<SignList, 'power' | 'requests'>): string[] =>
  requests.map((line) => approvalIdOf({ power, ...line }))

export const headOf = (list: Pick<SignList, 'power' | 'requests' | 'askedAt'>): ListHead => ({
  power: list.power,
  root: treeOf(requestIdsOf(list)).root,
  size: list.requests.length,
  askedAt: list.askedAt,
})
export const listIdOf = (head: ListHead): string => hash('sha256', listText(head))

/**
 * `staff.sign-list`: one signature over the root of many requests of one power (decision 0142). It does
 * nothing yet: each line is then a `staff.act` of its own, which shows its way to the root.
 */
export const signListCommand = (site: PasskeySite) =>
  defineCommand({
    type: 'staff.sign-list',
    captureInputs: (_world, { passkey }: SignList) => (passkey === undefined ? {} : { site }),
    run(tables, input, inputs: { site?: PasskeySite }, call) {
      const operator = tables.of(operators).get(input.operatorId)
      if (operator === undefined || operator.endedAt !== null) return no('OPERATOR_UNKNOWN')
      if (!isPower(input.power)) return no('POWER_UNKNOWN')
      const roles = rolesOf(tables, operator.id, call.at)
      if (!roles.some((role) => powerOf(input.power).signers.flat().includes(role)))
        return no('ROLE_MAY_NOT', { role: operator.role })
      const refused = sizeProblem(input.requests)
      if (refused !== null) return refused
      if (input.askedAt > call.at || call.at >= input.askedAt + SIGNED_WITHIN) return no('LIST_OVER')
      const head = headOf(input)
      const id = listIdOf(head)
      if (tables.of(signedLists).get(id) !== undefined) return no('LIST_KNOWN')
      const isSigned = isTheirs(tables, operator, { ...input, text: listText(head) }, inputs.site)
      if (!isSigned) return no('SIGNATURE_WRONG')
      tables
        .of(signedLists)
        .insert({
          id,
          operatorId: operator.id,
          ...head,
          requests: input.requests,
          signedAt: call.at,
          signedBy: input.passkey === undefined ? 'server' : 'passkey',
          endedAt: null,
          refused: [],
          isOver: false,
        })
      return done({ listId: id, root: head.root })
    },
  })

/** One line a case, and no more than can be looked through. */
export function sizeProblem(
  requests: readonly { subject: string }[],
): Refusal<'LIST_EMPTY' | 'LIST_SIZE' | 'LIST_TWICE'> | null {
  if (requests.length === 0) return no('LIST_EMPTY', { why: 'none' })
  if (requests.length > MOST_LINES) return no('LIST_SIZE', { most: MOST_LINES })
  return new Set(requests.map(({ subject }) => subject)).size === requests.length ? null : no('LIST_TWICE')
}

/** `staff.end-list`: each line was carried out, waits for the next signature, or was refused by name. */
export const endListCommand = defineCommand({
  type: 'staff.end-list',
  captureInputs: () => undefined,
  run(tables, { listId, refused }: { listId: string; refused: readonly RefusedLine[] }, _inputs, call) {
    const list = tables.of(signedLists).get(listId)
    if (list === undefined || list.endedAt !== null) return no('LIST_OVER')
    tables.of(signedLists).update(list, { endedAt: call.at, refused })
    return done({ listId })
  },
})

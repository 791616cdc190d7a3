import { expect, it } from 'vitest'
import {
  callerFor,
  demoDeskFor,
  memberCaller,
  operatorCaller,
  SYSTEM_CALLER,
  type Caller,
} from '#platform/engine/command.ts'
import { actorOf, type Actor } from '../model/actor.ts'

it.each<[Actor, Caller]>([
  ['member', memberCaller('one', 'session', 'key')],
  ['demo-desk', demoDeskFor('one')],
  ['ai', callerFor('one', 'ai')],
  ['pool', callerFor('one', 'nav')],
  ['for-member', callerFor('one')],
  ['operator', operatorCaller('one', 'session')],
  ['operator', operatorCaller('one')],
  ['venue', { ...SYSTEM_CALLER, actor: 'venue' }],
  ['demo-bank', { ...SYSTEM_CALLER, actor: 'demo-bank' }],
  ['demo-clock', { ...SYSTEM_CALLER, actor: 'demo' }],
  ['server', SYSTEM_CALLER],
])('a record says %s', (said, caller) => expect(actorOf(caller)).toBe(said))

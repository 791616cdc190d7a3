import type { Config } from '#platform/config.ts'
import { dailyList } from '#platform/database/daily-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'

/** Signals as they were found. */
export const signalList = ({ keys }: Pick<Config, 'keys'>) =>
  dailyList<'riskSignals'>()(rowMacKey(keys.salts), {
    name: 'risk_signals',
    table: 'risk_signals',
    columns: ['id', 'caseId', 'memberId', 'rule', 'key', 'happenedAt', 'evidence', 'others', 'at'],
  })

/** Notes and steps of cases as they were made. */
export const entryList = ({ keys }: Pick<Config, 'keys'>) =>
  dailyList<'caseEntries'>()(rowMacKey(keys.salts), {
    name: 'case_entries',
    table: 'case_entries',
    columns: ['id', 'caseId', 'memberId', 'kind', 'words', 'operatorId', 'role', 'number', 'at', 'sealed'],
  })

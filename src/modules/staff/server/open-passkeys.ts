import type { TableReader } from '#platform/engine/table.ts'
import { operatorPasskeys, type OperatorPasskeyRow } from './tables.ts'

const isOpen = ({ endedAt }: OperatorPasskeyRow): boolean => endedAt === null

/** The passkeys of an operator that have not ended. */
export const openPasskeys = (tables: TableReader, operatorId: string): OperatorPasskeyRow[] =>
  tables.of(operatorPasskeys).by('operator', operatorId).filter(isOpen)

/** Those of all operators. */
export const allOpenPasskeys = (tables: TableReader): OperatorPasskeyRow[] =>
  tables.of(operatorPasskeys).all().filter(isOpen)

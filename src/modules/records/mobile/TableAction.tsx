import { IconDownload } from '@tabler/icons-react'
import { fetchFile, useFiles } from '#client/download.ts'
import { useT } from '#client/texts.ts'
import { getTable, type TableName } from '#modules/records/contract.ts'
import { ICON } from '#ui/icon.ts'
import { NavAction } from '#ui/NavigationBar.tsx'
import { toast } from '#ui/toast.tsx'

/** An icon of the bar that saves what the page lists as CSV. `days`: of the period shown. */
export function TableAction({ table, days }: { table: TableName; days: { from?: string; to?: string } }) {
  const t = useT()
  const files = useFiles()
  const save = async () => {
    // All time, where nothing is chosen: a table without days would be this month's.
    const name = await files.keep(table, () =>
      fetchFile(getTable, {
        params: { table },
        query: { from: days.from ?? '2000-01-01', to: days.to ?? '2999-12-31' },
      }),
    )
    if (name !== null) toast(t('records.reports.saved', { name }), { kind: 'ok' })
  }
  return (
    <NavAction
      icon={files.busy === null ? <IconDownload {...ICON} /> : <span className="ring size-5" aria-hidden />}
      label={t('records.reports.csv')}
      onPress={() => void save()}
    />
  )
}

import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const UI = join(import.meta.dirname, '../ui')
/** Components that a page alone can show: `npm run screens` takes their pictures. */
const ON_PAGES = {
  'the frame of every page': [
    'ActionBar',
    'NavigationBar',
    'Page',
    'PullToRefresh',
    'InfiniteScroll',
    'TabBar',
    'toast',
  ],
  'what is above a page': ['ConfirmDialog', 'confirm', 'Modal', 'NumberPad'],
  'the way to the help centre': ['HelpAction', 'Term', 'TermSheet'],
  'a state of the server or of the session': [
    'ClockNotice',
    'FreezeLine',
    'FreezeNotice',
    'ConnectionNotice',
    'LoginInvitation',
    'PastLines',
    'PastNotice',
    'ProofFailureBanner',
  ],
  'what is read or chosen on a page': ['BlockView', 'ImagePick', 'Loaded', 'PeriodPick', 'Sortable'],
  'a part of a component that is shown': ['ListPrice', 'Row'],
}

test('the gallery shows every component but those that need a page', () => {
  const gallery = readFileSync(join(import.meta.dirname, 'gallery.tsx'), 'utf8')
  const shown = [...gallery.matchAll(/'#ui\/(\w+)\.tsx'/g)].map(([, name]) => name!)
  const all = globSync('*.tsx', { cwd: UI }).map((file) => basename(file, '.tsx'))
  expect([...shown, ...Object.values(ON_PAGES).flat()].toSorted()).toEqual(all.toSorted())
})

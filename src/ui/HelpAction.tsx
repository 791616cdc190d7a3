import { IconHelpCircle } from '@tabler/icons-react'
import { helpOn, type ArticleId } from '#client/help.ts'
import { useT } from '#client/texts.ts'
import { ICON } from './icon.ts'
import { MenuRow } from './MenuRow.tsx'
import { NavAction } from './NavigationBar.tsx'

/** The way from a page's bar to the article about it. */
export const HelpAction = ({ article }: { article: ArticleId }) => (
  <NavAction icon={<IconHelpCircle {...ICON} />} label={useT()('ui.help')} href={helpOn(article)} />
)

/** The same at the end of a page whose bar is full. Stands in a flush section. */
export const HelpRow = ({ article }: { article: ArticleId }) => (
  <MenuRow icon={<IconHelpCircle {...ICON} />} label={useT()('ui.help')} href={helpOn(article)} />
)

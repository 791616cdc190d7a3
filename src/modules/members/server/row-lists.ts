import type { Config } from '#platform/config.ts'
import { part, rowList } from '#platform/database/row-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'

/** The answers of each member: by the stated income is reckoned what they can be lent. */
export const profileList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'profiles',
    owners: { listed: 256 },
    parts: {
      profile: part<'investorProfiles'>()({
        table: 'investor_profiles',
        owner: 'member_id',
        key: ['memberId'],
        columns: [
          'memberId',
          'occupation',
          'income',
          'assets',
          'experience',
          'purpose',
          'insiderTie',
          'insiderCode',
          'at',
        ],
      }),
    },
  })

import { fullNumber } from '@granary/domain/numbers.ts'
import { groupList, userList } from '@granary/contract/generated/client.ts'
import { compareIdentities } from '@granary/domain/policies.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import UsersIcon from 'lucide-react/icons/users-round'
import { useMemo, useState } from 'react'
import { allQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { wasPushed } from '../../app/kit/pages/history.ts'
import { useMatchOf } from '../../app/route-params.ts'
import { linkTo } from '../../app/paths.ts'
import { containsLoosely } from '../../ui/fields/contains-loosely.ts'
import { FilterInput } from '../../ui/fields/filter-input.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

const ROUTES = [
  '/authenticated/silo/access/groups/$group',
  '/authenticated/projects/$project/access/groups/$group',
  '/authenticated/system/access/groups/$group',
] as const

/** Members shown at once. The filter finds the others. */
const MAX_SHOWN = 100
/** The filter is shown above this number of members. */
const FILTERED_ABOVE = 10

/** The panel that lists the members of a group, over an access page. */
export function GroupMembers() {
  const { group } = useMatchOf(ROUTES).params
  const { data: groups } = useSuspenseQuery(allQuery(groupList, {}))
  const name = groups.find(({ id }) => id === group)?.displayName
  const {
    data: users,
    error,
    refetch,
  } = useQuery({
    ...allQuery(userList, { query: { group } }),
    throwOnError: false,
  })
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  const [filter, setFilter] = useState('')
  const members = useMemo(
    () => users?.map((user) => ({ ...user, identityType: 'silo_user' as const })).sort(compareIdentities),
    [users],
  )
  const found = members?.filter(({ displayName }) => containsLoosely(displayName, filter))
  return (
    <ReadOnlySidePanel
      title="Group members"
      subtitle={<PanelSubject icon={UsersIcon} name={name ?? group} />}
      animate={animate}
      onClose={() => void navigate(linkTo('../..'))}
    >
      {name === undefined && <MessageBox variant="error">This group no longer exists.</MessageBox>}
      {error && !users && <Failed what="Members" error={error} onRetry={() => void refetch()} />}
      {!members && !error && <Skeleton className="h-9 w-full" />}
      {members?.length === 0 && (
        <p className="text-sm text-text-muted">This group has no members. New members get its roles.</p>
      )}
      {members && members.length > FILTERED_ABOVE && (
        <div className="mb-3">
          <FilterInput value={filter} onChange={setFilter} label="Filter members by name" />
        </div>
      )}
      {found && members && members.length > 0 && (
        <>
          <p className="mb-2 text-sm text-text-muted" aria-live="polite">
            {found.length < members.length && `${fullNumber(found.length)} of `}
            {fullNumber(members.length)} {members.length === 1 ? 'member' : 'members'}
          </p>
          <ul className="divided rounded-md border border-border text-sm">
            {found.slice(0, MAX_SHOWN).map(({ id, displayName }) => (
              <li key={id} className="flex h-9 items-center gap-2 pr-2 pl-3">
                <span className="min-w-0 grow truncate">{displayName}</span>
                <span className="font-mono text-xs text-text-muted">{id.slice(0, 8)}</span>
                <CopyButton text={id} />
              </li>
            ))}
          </ul>
          {found.length > MAX_SHOWN && (
            <p className="mt-2 text-sm text-text-muted">
              {fullNumber(found.length - MAX_SHOWN)} more are found by their names.
            </p>
          )}
        </>
      )}
    </ReadOnlySidePanel>
  )
}

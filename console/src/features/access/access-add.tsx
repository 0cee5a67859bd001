import { groupList, userList } from '@granary/contract/generated/client.ts'
import { directRole } from '@granary/domain/access.ts'
import { type Identity, policyCandidates, type RoleAssignment, setRole } from '@granary/domain/policies.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../api/errors.ts'
import { allQuery } from '../../api/queries.ts'
import { DOCS } from '../../app/docs.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import type { Option } from '../../ui/fields/options.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import type { AccessRow } from './columns.tsx'
import { changePolicy, type Place } from './place.ts'
import { ROLE_LABELS, ROLE_NOTES, ROLE_OPTIONS } from '../../kinds/role/roles.tsx'

const GONE = 'This user or group no longer exists, or already has a role here. Choose another'

type AccessAddProps = { place: Place; rows: readonly AccessRow[]; onClose: () => void }

/** The panel that assigns a role to a user or group without a direct role in a place. */
export function AccessAdd({ place, rows, onClose }: AccessAddProps) {
  const { level } = place
  const queryClient = useQueryClient()
  const { candidates, error } = useCandidates(rows, place)
  const options = useOptions(candidates)
  const form = useForm({ defaultValues: { identity: null as string | null, role: 'viewer' } })
  return (
    <FormPanel
      form={form}
      title="Add user or group"
      submitLabel="Assign role"
      onDismiss={onClose}
      onSubmit={async ({ identity, role }) => {
        const chosen = candidates?.find(({ id }) => id === identity)
        if (!chosen) return form.setError('identity', { message: GONE })
        const added = { identityId: chosen.id, identityType: chosen.identityType, roleName: role }
        await changePolicy(queryClient, place, (assignments) => setRole(assignments, added))
        addToast({ content: 'Role assigned' })
        onClose()
      }}
    >
      <Bound control={form.control} name="identity" problem={required('User or group')}>
        {(field) => (
          <Combobox
            {...field}
            label="User or group"
            items={options}
            error={error ? messageOf(error) : field.error}
            isLoading={candidates === undefined && !error}
            placeholder="Type a name"
            required
          />
        )}
      </Bound>
      <Bound control={form.control} name="role">
        {(field) => <RadioGroup {...field} label={ROLE_LABELS[level]} items={ROLE_OPTIONS[level]} />}
      </Bound>
      <MessageBox variant="info">{ROLE_NOTES[level]}</MessageBox>
      <RelevantDocs links={[{ text: 'Access Control', href: DOCS.access }]} />
    </FormPanel>
  )
}

/** Returns users and groups of the silo without a direct role in the place, groups first; undefined while loading. */
function useCandidates(rows: readonly AccessRow[], { level }: Place) {
  const allUsers = useQuery({ ...allQuery(userList, {}), throwOnError: false })
  const allGroups = useQuery({ ...allQuery(groupList, {}), throwOnError: false })
  const users = allUsers.data
  const groups = allGroups.data
  const candidates = useMemo(() => {
    if (!users || !groups) return undefined
    const identities: Identity[] = [
      ...groups.map(({ id, displayName }) => ({ id, displayName, identityType: 'silo_group' as const })),
      ...users.map(({ id, displayName }) => ({ id, displayName, identityType: 'silo_user' as const })),
    ]
    const direct = rows.filter((row) => directRole(row, level) !== null)
    const assigned = direct.map(({ id, identityType }): RoleAssignment<string> => ({
      identityId: id,
      identityType,
      roleName: '',
    }))
    return policyCandidates(identities, assigned)
  }, [users, groups, rows, level])
  return { candidates, error: allUsers.error ?? allGroups.error }
}

const SHORT_ID = 8

/** Shows the beginning of the id, which distinguishes identities of the same name. */
function useOptions(candidates: readonly Identity[] | undefined): Option[] {
  return useMemo(() => {
    const seen = new Map<string, number>()
    for (const { displayName } of candidates ?? []) seen.set(displayName, (seen.get(displayName) ?? 0) + 1)
    return (candidates ?? []).map(({ id, displayName, identityType }) => ({
      value: id,
      label: displayName,
      badge: (
        <>
          {identityType === 'silo_group' && <Badge color="neutral">Group</Badge>}
          {seen.get(displayName)! > 1 && (
            <span className="font-mono text-xs text-text-muted">{id.slice(0, SHORT_ID)}</span>
          )}
        </>
      ),
    }))
  }, [candidates])
}

import { directRole } from '@granary/domain/access.ts'
import { setRole } from '@granary/domain/policies.ts'
import { useQueryClient } from '@tanstack/react-query'
import UserIcon from 'lucide-react/icons/circle-user-round'
import UsersIcon from 'lucide-react/icons/users-round'
import { useForm } from 'react-hook-form'
import { DOCS } from '../../app/docs.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { PanelSubject } from '../../ui/overlay/side-panel.tsx'
import type { AccessRow } from './columns.tsx'
import { LostList } from './lost-list.tsx'
import { ownLoss } from './own-loss.ts'
import { changePolicy, type Place } from './place.ts'
import { ROLE_LABELS, ROLE_NOTES, ROLE_OPTIONS } from '../../kinds/role/roles.tsx'

type AccessChangeProps = {
  place: Place
  row: AccessRow
  onClose: () => void
  /** Called after a change that hides the page from the caller. */
  onLost: () => void
}

/** The panel that changes a role in a place. Before callers lower their own role, it lists what they lose. */
export function AccessChange({ place, row, onClose, onLost }: AccessChangeProps) {
  const { level } = place
  const { id: identityId, identityType, displayName } = row
  const queryClient = useQueryClient()
  const form = useForm({ defaultValues: { role: directRole(row, level) ?? 'viewer' } })
  const Icon = identityType === 'silo_group' ? UsersIcon : UserIcon

  const change = async (role: string) => {
    const assignment = { identityId, identityType, roleName: role }
    await changePolicy(queryClient, place, (assignments) => setRole(assignments, assignment))
    addToast({ content: 'Role updated' })
  }
  const submit = async ({ role }: { role: string }) => {
    const loss = await ownLoss(queryClient, place, identityId, role)
    if (loss.lost.length === 0) await change(role)
    else if (
      !(await confirm({
        title: loss.losesAccess ? 'Remove your own admin role' : 'Lower your own role',
        variant: 'danger',
        body: <LostList loss={loss} />,
        action: () => change(role),
        errorTitle: 'Could not update role',
      }))
    )
      return
    onClose()
    if (!loss.seesPlace) onLost()
  }
  return (
    <FormPanel
      form={form}
      title="Edit role"
      submitLabel="Update role"
      subtitle={<PanelSubject icon={Icon} name={displayName ?? identityId} />}
      onDismiss={onClose}
      onSubmit={submit}
    >
      <Bound control={form.control} name="role">
        {(field) => <RadioGroup {...field} label={ROLE_LABELS[level]} items={ROLE_OPTIONS[level]} />}
      </Bound>
      <MessageBox variant="info">{ROLE_NOTES[level]}</MessageBox>
      <RelevantDocs links={[{ text: 'Access Control', href: DOCS.access }]} />
    </FormPanel>
  )
}

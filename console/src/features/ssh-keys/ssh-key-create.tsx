import { useNavigate } from '@tanstack/react-router'
import SshKeyForm from '../../kinds/ssh-key/ssh-key-form.tsx'

/** The panel that adds an SSH key, over the list. */
export function SshKeyCreate() {
  const navigate = useNavigate()
  const toList = () => navigate({ to: '/settings/ssh-keys' })
  return <SshKeyForm onDismiss={() => void toList()} onAdded={toList} />
}

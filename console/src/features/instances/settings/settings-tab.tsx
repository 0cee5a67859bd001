import { useExtensions } from '../../../api/extensions.ts'
import { ReadOnlyNotice } from '../../../app/kit/forms/read-only-notice.tsx'
import { InstanceGroups } from '../../../kinds/affinity-group/instance-groups.tsx'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { AutoRestartCard } from './auto-restart-card.tsx'
import { CpuPlatformCard } from './cpu-platform-card.tsx'
import { NameCard } from './name-card.tsx'

/** The name, groups, CPU platform and auto-restart policy of an instance. */
export function SettingsTab() {
  const instance = useInstance()
  const extensions = useExtensions()
  const { project } = useInstancePath()
  return (
    <>
      <ReadOnlyNotice />
      {extensions && <NameCard extensions={extensions} />}
      <InstanceGroups kind="anti-affinity" project={project} instance={instance} />
      <InstanceGroups kind="affinity" project={project} instance={instance} />
      <CpuPlatformCard />
      <AutoRestartCard />
    </>
  )
}

import { DOCS } from '../../app/docs.ts'

/** What the pages about instances point to. */
export const INSTANCE_DOCS = {
  topic: 'instances',
  summary:
    'An instance is a virtual machine of a project, with disks, network interfaces and addresses of its own.',
  links: [
    { text: 'Instances', href: DOCS.instances },
    { text: 'Disks, snapshots and images', href: DOCS.storage },
  ],
}

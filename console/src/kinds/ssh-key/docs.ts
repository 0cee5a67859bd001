import { DOCS } from '../../app/docs.ts'

/** What the pages about SSH keys point to. */
export const SSH_KEY_DOCS = {
  topic: 'SSH keys',
  summary:
    'The public half of a key that you have is put into the instances that you create, so that you can sign in to them over SSH. The private half stays with you.',
  links: [{ text: 'SSH Keys', href: DOCS.sshKeys }],
}

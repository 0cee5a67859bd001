import { DOCS } from '../../app/docs.ts'

/** Summary and links of the SSH key pages. */
export const SSH_KEY_DOCS = {
  topic: 'SSH keys',
  summary:
    'Your public keys are added to the instances that you create, so that you can sign in to them over SSH. Your private keys stay with you.',
  links: [{ text: 'SSH Keys', href: DOCS.sshKeys }],
}

/** Judges command lines: what they can do, and what the policy says to that. Decides, and performs nothing. */

/** Questions to a person, and their answers. */
export {type Answer, type Approval, type ApprovalScope, approvalScopes, type Question} from './approvals/approval.ts';
export {Approvals} from './approvals/approvals.ts';
export {exactCommands, shapeOf} from './approvals/shape-of.ts';
/** What was decided, in a form that shows what was done to it. */
export {type AuditFields, type ChainHead, checkpoint, EMPTY_CHAIN, publicKeyOf, seal, unseal} from './audit/chain.ts';
export {type AuditReport, type AuditText, verifyAudit} from './audit/verify-audit.ts';
export {classify, type LineContext, type Verdict} from './classify.ts';
export type {Reason} from './findings.ts';
/** Shells that programs start for what is typed at them. */
export {shellEscape} from './interpreter/shell-escape.ts';
/** What a session runs by being opened. */
export {judgeOpening} from './judge/judge-opening.ts';
/** Variables that decide what programs run, as a shell has them. */
export {decidingOf, type SetVariables} from './judge/note-setting.ts';
/** A variable that lines do not set any more. */
export {FIXED} from './judge/set-value.ts';
export {highest, type Level, levels} from './level.ts';
/** Places that a sandbox must not show, as patterns. */
export {hiddenFromSandboxes} from './paths/hidden-from-sandboxes.ts';
/** What agents may do, and where. */
export type {Permission} from './permissions/permission.ts';
export type {Mode} from './policy/mode.ts';
export {
  type Check,
  type Decision,
  decisions,
  defaultPolicy,
  type Permitted,
  Policy,
  type PolicySettings,
  type Rule,
  withPermission,
} from './policy/policy.ts';
/** What a person allows, and what it makes of a line. */
export type {PolicySource} from './policy/policy-source.ts';
/** Texts that look like secrets. */
export {knownShape} from './redaction/known-shapes.ts';
export {looksRandom} from './redaction/looks-random.ts';
export {inColumns} from './redaction/masked-columns.ts';
export {MaskedStream} from './redaction/masked-stream.ts';
export {Redaction} from './redaction/redact.ts';
export {CONTEXT_AFTER, CONTEXT_BEFORE, SecretMask} from './redaction/secret-mask.ts';
export {type FolderLook, type GitSetting, type KnownPaths, noPaths} from './repository/folder-look.ts';
export {readGitConfig} from './repository/read-git-config.ts';
/** What lies in folders at the moment of judging. */
export {readGitLinks} from './repository/read-git-index.ts';
export type {ShellName} from './shell/shell-name.ts';
/** Whether a line goes on behind its end. */
export {isOpenLine, isWholeLine} from './shell/whole-line.ts';

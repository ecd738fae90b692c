package lint

import (
	"slices"
	"sync"
)

// Rules returns all rules in the order of the documents. The caller must not
// change them.
func Rules() []*Rule { return slices.Clone(ruleTable()) }

// Lookup returns the rule with a name, or nil.
func Lookup(name string) *Rule {
	for _, r := range ruleTable() {
		if r.Name == name {
			return r
		}
	}
	return nil
}

func ruleNames() []string {
	var names []string
	for _, r := range ruleTable() {
		names = append(names, r.Name)
	}
	return names
}

// ruleTable is the list of all rules: one line each.
var ruleTable = sync.OnceValue(func() []*Rule {
	return []*Rule{
		&ruleVerdictUnclosed,
		&ruleVerdictHidden,
		&ruleVerdictLabel,
		&ruleVerdictMultiple,
		&ruleVerdictAgentMissing,
		&ruleVerdictAgentMismatch,
		&ruleVerdictKeyMissing,
		&ruleVerdictKeyDuplicate,
		&ruleVerdictKeyNearMiss,
		&ruleVerdictValue,
		&ruleVerdictCount,
		&ruleVerdictContradiction,
		&ruleVerdictPlaceholder,
		&ruleVerdictLineDecorated,
		&ruleVerdictWrapped,
		&ruleVerdictMisaligned,
		&ruleVerdictUnlabelled,
		&ruleVerdictKeyUnknown,
		&ruleVerdictProse,

		&ruleContractValue,
		&ruleContractMultiple,
		&ruleContractPlaceholder,
		&ruleContractContradiction,
		&ruleContractPlace,
		&ruleContractJSON,
		&ruleContractSchema,
		&ruleContractSection,
		&ruleContractNotTaught,
		&ruleContractWordUnknown,
		&ruleContractUndeclared,
		&ruleCiteMissing,

		&ruleFindingMissing,
		&ruleFindingMalformed,
		&ruleFindingAction,
		&ruleFindingConflict,
		&ruleFindingMisplaced,
		&ruleFindingDuplicate,

		&ruleFrontmatterMissing,
		&ruleFrontmatterUnclosed,
		&ruleFrontmatterLate,
		&ruleFrontmatterCut,
		&ruleFrontmatterBOM,
		&ruleFrontmatterCRLF,

		&ruleYAMLContinuation,
		&ruleYAMLSyntax,
		&ruleYAMLColon,
		&ruleYAMLCommentCut,

		&ruleNameMissing,
		&ruleNameDuplicate,
		&ruleNameReservedChar,
		&ruleNameShape,
		&ruleNameFileMismatch,
		&ruleNameBuiltin,

		&ruleDescriptionMissing,
		&ruleDescriptionType,
		&ruleDescriptionBudget,

		&ruleToolsEmpty,
		&ruleToolsCase,
		&ruleToolsUnknown,
		&ruleToolsKey,
		&ruleToolsBareStar,
		&ruleToolsConflict,
		&ruleToolsSyntax,
		&ruleModelUnknown,
		&ruleValueInvalid,
		&ruleKeyNearMiss,

		&ruleAgentDocument,

		&ruleJudgeBlockMissing,
		&ruleJudgeAgentMismatch,
		&ruleJudgeTemplateNested,
		&ruleJudgeSectionMissing,

		&ruleCodexTOMLSyntax,
		&ruleCodexKeyMissing,
		&ruleCodexKeyUnknown,
		&ruleCodexNameDuplicate,
		&ruleCodexEncoding,
		&ruleCodexEffortInModel,
		&ruleCodexCRLF,
		&ruleCodexSymlink,
		&ruleCodexConfigFile,
		&ruleCodexConfigTwice,
		&ruleCodexConfigDescription,

		&ruleHooksSyntax,
		&ruleHooksTimeoutType,
		&ruleHooksOuterKey,
		&ruleHooksSchemaKey,
		&ruleHooksCommandMissing,
		&ruleHooksEventUnknown,
		&ruleHooksGateTwice,
		&ruleHooksMatcherMisses,
		&ruleHooksFileMissing,

		&ruleSkillName,
		&ruleSkillFolderMismatch,
		&ruleSkillDescription,
		&ruleSkillDescriptionLength,
		&ruleSkillDescriptionWhen,
		&ruleSkillLong,
		&ruleSkillPlace,

		&ruleCommandArgumentHint,

		&rulePluginSyntax,
		&rulePluginKeyMissing,
		&rulePluginKeyType,
		&rulePluginKeyNearMiss,
		&rulePluginName,
		&rulePluginVersion,
		&rulePluginPathForm,
		&rulePluginPathOutside,
		&rulePluginPathMissing,
		&rulePluginDuplicate,
		&rulePluginComponentsMisplaced,

		&ruleRefAgentUnknown,
		&ruleRefSkillUnknown,
		&ruleRefFileMissing,

		&ruleWorkflowTransform,
		&ruleWorkflowSource,
		&ruleWorkflowCap,
		&ruleWorkflowParallelism,
		&ruleWorkflowTier,
		&ruleWorkflowStageKeys,
		&ruleWorkflowSlot,
		&ruleWorkflowCopies,
		&ruleWorkflowUnmarked,
		&ruleWorkflowHost,

		&ruleFileEncoding,
		&ruleFileExtension,
		&ruleSuppressionUnknown,
		&ruleSuppressionUnused,
	}
})

//! The schedulers that a campaign can be handed to.

/// What places the chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// An array job of Slurm.
    Slurm,
    /// `HyperQueue`, with or without a cluster below it.
    HyperQueue,
    /// GNU parallel, on this machine or on several.
    Parallel,
    /// An indexed job of Kubernetes.
    Kubernetes,
    /// A cluster of `HTCondor` jobs.
    HtCondor,
}

impl Scheduler {
    pub const ALL: [Self; 5] = [Self::Slurm, Self::HyperQueue, Self::Parallel, Self::Kubernetes, Self::HtCondor];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Slurm => "slurm",
            Self::HyperQueue => "hyperqueue",
            Self::Parallel => "parallel",
            Self::Kubernetes => "kubernetes",
            Self::HtCondor => "htcondor",
        }
    }

    /// The file of its script, in the directory of the campaign.
    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Self::Slurm => "slurm.sh",
            Self::HyperQueue => "hyperqueue.sh",
            Self::Parallel => "parallel.sh",
            Self::Kubernetes => "kubernetes.json",
            Self::HtCondor => "condor.sub",
        }
    }

    /// The signs to which it gives a meaning wherever they stand, so that no path with one of them can be said to it.
    pub(super) fn own_signs(self) -> &'static [char] {
        match self {
            // Such as {} and {.}, in whose place it puts its arguments.
            Self::Parallel => &['{'],
            // Macros, and the ends of lines.
            Self::HtCondor => &['$', '\n', '\r'],
            Self::Slurm | Self::HyperQueue | Self::Kubernetes => &[],
        }
    }
}

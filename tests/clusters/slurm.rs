//! Slurm: a task, a node and the controller are killed.

use std::path::PathBuf;

use super::*;

/// Seconds that Slurm lets pass before it runs a task again whose end it never heard of; two minutes if nobody says so.
const EXPIRY: u32 = 20;

/// A controller, two nodes and what signs their messages, all of their own: nothing of the machine's own Slurm is
/// touched.
struct Cluster {
    folder: tempfile::TempDir,
}

impl Cluster {
    fn new() -> Self {
        let cluster = Self { folder: tempfile::tempdir().expect("a folder") };
        let host = shell(cluster.path(), "hostname -s");
        let host = host.trim();
        let place = cluster.path().display();
        // Ports of this process, so that another test or cluster does not hear them.
        let port = 20_000 + std::process::id() % 20_000;
        let nodes: String = (1..=2)
            .map(|i| {
                let port = port + i;
                format!("NodeName=n{i} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory=2000\n")
            })
            .collect();
        let text = format!(
            "ClusterName=tests\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={port}\nSlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nAuthInfo=socket={place}/munge.socket,cred_expire={EXPIRY}\nCryptoType=crypto/munge\n\
             StateSaveLocation={place}/state\nSlurmdSpoolDir={place}/spool.%n\n\
             SlurmctldPidFile={place}/controller.pid\nSlurmdPidFile={place}/%n.pid\n\
             SlurmctldLogFile={place}/controller.log\nSlurmdLogFile={place}/%n.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMpiDefault=none\nSwitchType=switch/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nReturnToService=2\nSlurmdTimeout=15\n\
             SchedulerParameters=batch_sched_delay=0,sched_interval=2\nJobRequeue=1\n\
             AccountingStorageType=accounting_storage/none\nJobAcctGatherType=jobacct_gather/none\n\
             {nodes}PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP\n"
        );
        fs::write(cluster.path().join("slurm.conf"), text).expect("written");
        for folder in ["state", "spool.n1", "spool.n2"] {
            fs::create_dir(cluster.path().join(folder)).expect("a folder");
        }
        cluster.say("head -c 128 /dev/urandom > munge.key && chmod 600 munge.key");
        cluster.say(
            "munged --force --key-file=$PWD/munge.key --socket=$PWD/munge.socket --pid-file=$PWD/munge.pid \
             --log-file=$PWD/munge.log --seed-file=$PWD/munge.seed 2>&1",
        );
        cluster.controller();
        for node in ["n1", "n2"] {
            cluster.node(node);
        }
        wait_for("two idle nodes", 60, || cluster.say("sinfo -h -N -o %t").matches("idle").count() == 2);
        cluster
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn conf(&self) -> PathBuf {
        self.path().join("slurm.conf")
    }

    /// A line of the shell that finds this cluster.
    fn say(&self, line: &str) -> String {
        shell(self.path(), &format!("export SLURM_CONF={}; {line}", self.conf().display()))
    }

    fn controller(&self) {
        self.say("slurmctld");
    }

    fn node(&self, name: &str) {
        self.say(&format!("slurmd -N {name}"));
    }

    fn process(&self, name: &str) -> Vec<u32> {
        let text = fs::read_to_string(self.path().join(format!("{name}.pid"))).unwrap_or_default();
        text.trim().parse().into_iter().collect()
    }

    /// Waits until Slurm does nothing more: the queue is empty, but for tasks that it holds because it could not begin
    /// them again. Those are taken out.
    fn wait_for_the_end(&self, seconds: u64) {
        let begin = Instant::now();
        // A controller that does not answer has tasks.
        let is_at_work = || self.say("squeue -h -o %r || echo unknown").lines().any(|why| !is_held(why));
        while is_at_work() {
            if begin.elapsed() > Duration::from_secs(seconds) {
                panic!("still at work after {seconds} s:\n{}", self.say("squeue; sinfo -N -l; tail -n 30 *.log"));
            }
            thread::sleep(Duration::from_millis(200));
        }
        self.say("scancel --user=root 2>&1");
        wait_for("an empty queue", 60, || self.say("squeue -h || echo unknown").trim().is_empty());
    }

    fn hand_in(&self, program: &Program) {
        let mut command = submit(program, &["--to", "slurm", "--memory", "500", "--time", "10m"]);
        let said = command.env("SLURM_CONF", self.conf()).output().expect("sbatch");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    }
}

/// Does a task wait for its owner, by the reason that Slurm gives?
fn is_held(reason: &str) -> bool {
    reason.to_lowercase().contains("held")
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.say("scancel --user=root 2>&1");
        for name in ["n1", "n2", "controller", "munge"] {
            kill(&self.process(name));
        }
    }
}

#[test]
#[ignore = "takes minutes and needs Slurm and root: make test-clusters"]
fn kills_of_a_task_a_node_and_the_controller_lose_nothing() {
    let (program, cluster) = (campaign(), Cluster::new());
    cluster.hand_in(&program);
    let on = |node: &str| -> Vec<u32> {
        let name = format!("SLURMD_NODENAME={node} ");
        workers(&program)
            .into_iter()
            .filter(|(_, environ)| environ.contains(&name))
            .map(|(process, _)| process)
            .collect()
    };
    wait_for("some chunks", 120, || n_whole(&program) >= 3 && !on("n1").is_empty());
    kill(&on("n1"));
    let before = n_whole(&program);
    wait_for("more chunks", 120, || n_whole(&program) >= before + 3 && !on("n2").is_empty());
    // A node dies as a whole: its daemon, what watches its jobs, and the jobs.
    let steps = shell(cluster.path(), "pgrep slurmstepd");
    let of_node = |process: &u32| {
        let environ = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        // The parent of a worker of this node, or of its shell.
        let family = shell(cluster.path(), &format!("pgrep -P {process}"));
        let children: Vec<u32> = family.lines().filter_map(|line| line.parse().ok()).collect();
        let workers = on("n2");
        let has = |child: &u32| {
            let deeper = shell(cluster.path(), &format!("pgrep -P {child}"));
            workers.contains(child) || deeper.lines().any(|line| line.parse().is_ok_and(|p| workers.contains(&p)))
        };
        !environ.is_empty() && children.iter().any(has)
    };
    let steps: Vec<u32> = steps.lines().filter_map(|line| line.parse().ok()).filter(of_node).collect();
    kill(&cluster.process("n2"));
    kill(&steps);
    kill(&on("n2"));
    // And then the controller, which does not know of it yet.
    kill(&cluster.process("controller"));
    thread::sleep(Duration::from_secs(2));
    cluster.controller();
    wait_for("the controller", 60, || !cluster.say("sinfo -h").is_empty());
    cluster.node("n2");
    cluster.wait_for_the_end(420);
    // What Slurm gave up is handed in again; the directory knows what that is.
    let given_up = program.run(["campaign", "missing", "c"]).text;
    eprintln!("Slurm gave up these chunks: {given_up:?}");
    if !given_up.is_empty() {
        cluster.hand_in(&program);
        cluster.wait_for_the_end(300);
    }
    assert_eq!(collected(&program), undisturbed());
}
